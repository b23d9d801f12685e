internal import Crypto
internal import StoreModel

/// The project's own books, which are built into the program.
struct BundledContent {
    let content: HostedContent

    static let all = [
        BundledContent("firstbanana", "The First Banana", PackageResources.first_banana_txt),
        BundledContent("monkeywhocounted", "The Monkey Who Counted", PackageResources.monkey_who_counted_txt),
        BundledContent("nightferry", "The Night Ferry", PackageResources.night_ferry_txt),
    ]

    private init(_ name: String, _ title: String, _ text: [UInt8]) {
        content = HostedContent(
            product: HostedProduct(
                productIdentifier: ProductIdentifier(rawValue: "com.xamarin.storekit.testing.book." + name),
                title: title, length: Int64(text.count), digest: Hexadecimal.encode(SHA256.hash(data: text))),
            storage: .memory(text))
    }
}
