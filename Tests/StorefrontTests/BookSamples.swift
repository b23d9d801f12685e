import StoreModel
import StorefrontMessages

@testable import Storefront

let firstBanana: ProductIdentifier = "com.xamarin.storekit.testing.book.firstbanana"
let nightFerry: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"
/// A book of the content server that the store does not sell.
let unsold: ProductIdentifier = "com.example.unsold"

let booksListed = StorefrontEvent.hostedProductsListed(
    [(nightFerry, "The Night Ferry"), (firstBanana, "The First Banana"), (unsold, "Unsold")].map {
        HostedProduct(productIdentifier: $0, title: $1, length: 100_000_000, digest: String(repeating: "0", count: 64))
    })

let booksFetched = prices(
    fiveCredits, tenCredits, greyscaleFilter, sepiaFilter,
    product(
        nightFerry, title: "The Night Ferry", description: "A story of a letter in nine baskets.", milliunits: 1990,
        kind: .nonConsumable),
    product(firstBanana, title: "The First Banana", description: "A story for rainy days.", kind: .nonConsumable),
    invalid: [unsold])

func downloading(
    _ product: ProductIdentifier, _ state: DownloadState, received: Int64 = 0, timeRemaining: Duration? = nil,
    error: StoreError? = nil
) -> StorefrontEvent {
    .downloadUpdated(
        Download(
            productIdentifier: product, state: state, received: received, length: 100_000_000,
            timeRemaining: timeRemaining, error: error))
}

/// Forty paragraphs, each longer than a line of any window.
let bookOpened = StorefrontEvent.bookOpened(
    BookOpened(
        productIdentifier: firstBanana,
        paragraphs: (1...40).map { number in
            "Paragraph \(number). " + String(repeating: "Before there were bananas there was only rain. ", count: 5)
        },
        place: ReadingPlace()))
