import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// Subscription groups, offers and policies of StoreKit configuration files.
@Suite struct CatalogueSubscriptionTests {
    /// A file with one group of one subscription that has these further fields.
    private func subscription(_ fields: String, period: String = "\"P1M\"") throws(CatalogueError)
        -> Catalogue
    {
        try Catalogue(
            """
            {"version": {}, "subscriptionGroups": [{"id": "G", "name": "Group", "subscriptions": [
              {"productID": "a", "type": "RecurringSubscription", "displayPrice": "9.99", "groupNumber": 2,
               "recurringSubscriptionPeriod": \(period)\(fields.isEmpty ? "" : ", ")\(fields)}]}]}
            """)
    }

    @Test func `A subscription has its group, level and period, and customers see them`() throws {
        let catalogue = try subscription(#""familySharable": true, "subscriptionGroupID": "G""#)
        let product = try #require(catalogue.products.first)
        #expect(product.isFamilyShareable)
        #expect(product.subscription?.group == "G")
        #expect(product.subscription?.level == 2)
        #expect(product.subscription?.period == SubscriptionPeriod(1, .month))
        #expect(catalogue.groups.map(\.products) == [["a"]])
        #expect(catalogue.warnings.isEmpty)
    }

    @Test(arguments: [
        ("P1W", SubscriptionPeriod(1, .week)), ("P6M", SubscriptionPeriod(6, .month)),
        ("P1Y", SubscriptionPeriod(1, .year)), ("P3D", SubscriptionPeriod(3, .day)),
        ("P999D", .init(999, .day)),
    ])
    func `Periods of all real files are read, and nothing else`(
        text: String, period: SubscriptionPeriod
    ) throws {
        #expect(try subscription("", period: "\"\(text)\"").products.first?.subscription?.period == period)
        #expect(period.description == text)
    }

    @Test(arguments: [
        "\"\"", "\"P\"", "\"PM\"", "\"P0M\"", "\"P1H\"", "\"1M\"", "\"P-1M\"", "\"P1000D\"", "\"P1M1D\"", "7",
    ])
    func `A subscription whose period cannot be read is an error: nobody knows what would be sold`(
        period: String
    ) {
        let error = #expect(throws: CatalogueError.self) { try subscription("", period: period) }
        #expect(
            error?.description.contains(
                "recurringSubscriptionPeriod: the subscription \"a\" has no period such as P1M.") == true)
    }

    @Test func `Offers of every kind are read, with what each mode of payment has`() throws {
        let offers = try #require(
            try subscription(
                """
                "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P2W"},
                "adHocOffers": [{"offerID": "loyal", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M",
                  "numberOfPeriods": 3, "displayPrice": "1.99"}],
                "codeOffers": [{"referenceName": "spring", "eligibility": ["new"], "isStackable": true,
                  "paymentMode": "payUpFront", "subscriptionPeriod": "P3M", "displayPrice": "5"}],
                "winbackOffers": [{"offerID": "back", "paymentMode": "payAsYouGo", "displayPrice": "0.5"}]
                """
            ).products.first?.subscription?.offers)
        #expect(offers.map(\.kind) == [.introductory, .promotional, .code, .winBack])
        #expect(offers.map(\.identifier) == ["", "loyal", "spring", "back"])
        #expect(offers.map(\.mode) == [.free, .payAsYouGo, .payUpFront, .payAsYouGo])
        #expect(offers.map(\.priceMilliunits) == [0, 1990, 5000, 500])
        #expect(offers.map(\.period.description) == ["P2W", "P1M", "P3M", "P1M"])
        #expect(offers.map(\.periodCount) == [1, 3, 1, 1])
    }

    @Test func `An offer that is paid with each period has the subscription's period`() throws {
        let offers = try subscription(
            """
            "adHocOffers": [{"offerID": "o", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P2M",
              "numberOfPeriods": 500, "displayPrice": "1"}]
            """
        ).products.first?.subscription?.offers
        #expect(offers?.map(\.period.description) == ["P1M"])
        #expect(offers.map { $0.map { Subscription.Offer($0).period.description } } == ["P500M"])
    }

    @Test
    func `The newer list of introductory offers counts, and an offer without payment mode does not count`()
        throws
    {
        let both = try subscription(
            #""introductoryOffer": {"paymentMode": "free"}, "introductoryOffers": [{"paymentMode": "free", "subscriptionPeriod": "P3D"}]"#
        )
        #expect(both.products.first?.subscription?.offers.map(\.period.description) == ["P3D"])
        #expect(
            both.warnings == [
                "Some.storekit: subscriptionGroups[0].subscriptions[0].introductoryOffer: a second introductory offer for the subscription \"a\" is not made; the first one counts."
            ])
        let same = #"{"paymentMode": "free", "subscriptionPeriod": "P3D"}"#
        let twice = try subscription("\"introductoryOffer\": \(same), \"introductoryOffers\": [\(same)]")
        #expect(twice.products.first?.subscription?.offers.count == 1)
        #expect(twice.warnings.isEmpty, "\(twice.warnings)")
        let two = try subscription(#""introductoryOffers": [\#(same), {"paymentMode": "free"}]"#)
        #expect(two.products.first?.subscription?.offers.map(\.period.description) == ["P3D"])
        #expect(two.warnings.map { $0.contains("a second introductory offer") } == [true])
        let none = try subscription(#""introductoryOffer": {"paymentMode": "none"}"#)
        #expect(none.products.first?.subscription?.offers.isEmpty == true)
        #expect(none.warnings.count == 1)
    }

    @Test(arguments: ["adHocOffers", "codeOffers", "winbackOffers"])
    func `Of two offers of one kind and name, the first one is made`(list: String) throws {
        let offers = [("half", "P1M"), ("half", "P3D"), ("third", "P1W")].map {
            #"{"offerID": "\#($0)", "paymentMode": "free", "subscriptionPeriod": "\#($1)"}"#
        }
        let catalogue = try subscription("\"\(list)\": [\(offers.joined(separator: ", "))]")
        let made = try #require(catalogue.products.first?.subscription?.offers)
        #expect(made.map(\.identifier) == ["half", "third"])
        #expect(made.map(\.period.description) == ["P1M", "P1W"])
        #expect(
            catalogue.warnings == [
                "Some.storekit: subscriptionGroups[0].subscriptions[0].\(list)[1]: a second offer \"half\" for the subscription \"a\" is not made; the first one counts."
            ])
    }

    @Test(arguments: ["P5M", "P2W", "P3D", "P2Y"])
    func `A period that the App Store does not have is sold, and is odd`(period: String) throws {
        let catalogue = try subscription("", period: "\"\(period)\"")
        #expect(catalogue.products.first?.subscription?.period.description == period)
        #expect(
            catalogue.warnings == [
                "Some.storekit: subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod: the subscription \"a\" has the period \(period); the App Store has 1 week, 1, 2, 3 and 6 months, and 1 year."
            ])
    }

    @Test(arguments: ["P1W", "P7D", "P1M", "P2M", "P3M", "P6M", "P12M", "P1Y"])
    func `A period that the App Store has is not odd`(period: String) throws {
        #expect(try subscription("", period: "\"\(period)\"").warnings.isEmpty)
    }

    @Test func `Only the billing plan that is billed up front is sold, and offers for others are not made`()
        throws
    {
        let upfront = #"{"billingPlanType": "BILLED_UPFRONT", "displayPrice": "99.99", "isEnabled": true}"#
        let monthly = #"{"billingPlanType": "MONTHLY", "displayPrice": "9.99", "isEnabled": true}"#
        let plans = #""billingPlans": [\#(upfront), \#(monthly)]"#
        let offer = """
            {"billingPlanType": "MONTHLY", "paymentMode": "payAsYouGo", "numberOfPeriods": 3, "displayPrice": "4.99"}
            """
        let ofMonthly = try subscription(
            "\(plans), \"introductoryOffers\": [\(offer)]", period: "\"P1Y\"")
        #expect(ofMonthly.products.first?.subscription?.offers.isEmpty == true)
        let place = "Some.storekit: subscriptionGroups[0].subscriptions[0]"
        #expect(
            ofMonthly.warnings == [
                "\(place).billingPlans[1]: the billing plan \"MONTHLY\" of the subscription \"a\" is not sold here.",
                "\(place).introductoryOffers[0]: an offer for the subscription \"a\" is for the billing plan \"MONTHLY\", which is not sold here; it is not made.",
            ])
        let ofBoth = try subscription(
            #"""
            "billingPlans": [\#(upfront), \#(monthly.replacing("true", with: "false"))], "introductoryOffers":
             [\#(offer), {"billingPlanType": "BILLED_UPFRONT", "paymentMode": "free", "subscriptionPeriod": "P1M"}]
            """#, period: "\"P1Y\"")
        #expect(ofBoth.products.first?.subscription?.offers.map(\.mode) == [.free])
        #expect(ofBoth.warnings.count == 1, "\(ofBoth.warnings)")
    }

    @Test(arguments: [
        (#""subscriptionGroupID": "H""#, "subscriptionGroupID: the subscription \"a\" names another group"),
        (
            #""introductoryOffer": {"paymentMode": "free", "numberOfPeriods": 2}"#,
            "introductoryOffer: an offer for the subscription \"a\" is paid once"
        ),
        (
            #""adHocOffers": [{"paymentMode": "payUpFront", "displayPrice": ""}]"#,
            "adHocOffers[0].displayPrice: an offer for the subscription \"a\" has no price; it is sold for 0"
        ),
        (
            #""codeOffers": [{"paymentMode": "free", "subscriptionPeriod": "soon"}]"#,
            "codeOffers[0]: an offer for the subscription \"a\" has no period such as P1M; it is not made"
        ),
        (
            #""introductoryOffer": {"paymentMode": "payAsYouGo", "displayPrice": "1", "numberOfPeriods": 1000}"#,
            "introductoryOffer: an offer for the subscription \"a\" has too many periods; it is not made"
        ),
        (
            #""introductoryOffer": {"paymentMode": "payAsYouGo", "displayPrice": "1", "numberOfPeriods": "3"}"#,
            "introductoryOffer.numberOfPeriods: an offer for the subscription \"a\" has no number of periods from 1; it is not made"
        ),
        (
            #""adHocOffers": [{"paymentMode": "payAsYouGo", "displayPrice": "1", "numberOfPeriods": 0}]"#,
            "adHocOffers[0].numberOfPeriods: an offer for the subscription \"a\" has no number of periods from 1; it is not made"
        ),
        (
            #""codeOffers": [{"paymentMode": "free", "numberOfPeriods": -1}]"#,
            "codeOffers[0]: an offer for the subscription \"a\" is paid once; its number of periods means nothing"
        ),
        (
            #""introductoryOffer": {"paymentMode": "free"}, "codeOffers": [{"paymentMode": "free", "isStackable": true}]"#,
            "codeOffers[0].isStackable: an offer for the subscription \"a\" is not added to the introductory one;"
        ),
        (
            #""codeOffers": [{"paymentMode": "payAsYouGo", "subscriptionPeriod": "P2M", "displayPrice": "1"}]"#,
            "codeOffers[0]: an offer for the subscription \"a\" is paid with each period of the subscription;"
        ),
    ])
    func `What is odd about a subscription is said with its place`(fields: String, warning: String) throws {
        let warnings = try subscription(fields).warnings
        #expect(warnings.count == 1)
        #expect(
            warnings.first?.hasPrefix("Some.storekit: subscriptionGroups[0].subscriptions[0]." + warning)
                == true, "\(warnings)")
    }

    @Test func `Texts of a group are not read, and that is said`() throws {
        let catalogue = try Catalogue(
            """
            {"version": {}, "subscriptionGroups": [{"id": "G", "name": "Group",
              "localizations": [{"locale": "en_US", "displayName": "Everything"}], "subscriptions": [
              {"productID": "a", "type": "RecurringSubscription", "displayPrice": "1", "groupNumber": 1,
               "recurringSubscriptionPeriod": "P1M"}]}]}
            """)
        #expect(
            catalogue.warnings == [
                "Some.storekit: subscriptionGroups[0].localizations: the texts of the subscription group \"Group\" are not read; customers see that name."
            ])
    }

    @Test
    func `Groups with one identifier are one group, in the order of the file, and each further one is named`()
        throws
    {
        func group(_ name: String, _ product: String, level: Int) -> String {
            """
            {"id": "G", "name": "\(name)", "subscriptions": [{"productID": "\(product)", "type": "RecurringSubscription",
             "displayPrice": "1", "groupNumber": \(level), "recurringSubscriptionPeriod": "P1M"}]}
            """
        }
        let groups = [
            group("One", "a", level: 1), group("Two", "b", level: 2), group("Three", "c", level: 1),
        ]
        let catalogue = try Catalogue(
            "{\"version\": {}, \"subscriptionGroups\": [\(groups.joined(separator: ",\n"))]}")
        #expect(catalogue.groups.map(\.products) == [["a", "b", "c"]])
        #expect(catalogue.groups.map(\.name) == ["One"])
        #expect(catalogue.products.compactMap(\.subscription?.level) == [1, 2, 1])
        #expect(
            catalogue.warnings
                == [1, 2].map {
                    "Some.storekit: subscriptionGroups[\($0)]: the subscription group \"G\" is already at subscriptionGroups[0]; the two are one."
                })
    }

    @Test func `A product in the wrong list is an error`() {
        let product = #""productID": "a", "displayPrice": "1", "recurringSubscriptionPeriod": "P1M""#
        for (list, type) in [
            ("products", "RecurringSubscription"), ("nonRenewingSubscriptions", "RecurringSubscription"),
        ] {
            #expect(throws: CatalogueError.self) {
                try Catalogue("{\"\(list)\": [{\(product), \"type\": \"\(type)\"}]}")
            }
        }
        #expect(throws: CatalogueError.self) {
            try Catalogue(
                "{\"subscriptionGroups\": [{\"id\": \"G\", \"subscriptions\": [{\(product), \"type\": \"Consumable\"}]}]}"
            )
        }
    }

    @Test func `Policies are kept, and two things with one internal identifier are said`() throws {
        let catalogue = try Catalogue(
            """
            {"version": {"major": 4, "minor": 0}, "products": [
              {"productID": "a", "type": "Consumable", "displayPrice": "1", "internalID": "1"},
              {"productID": "b", "type": "Consumable", "displayPrice": "1", "internalID": "1"}],
             "appPolicies": {"eula": "Be kind.", "policies": [
               {"locale": "de-DE", "policyText": "", "policyURL": "https://example.com"}]}}
            """)
        #expect(catalogue.version == "4.0")
        #expect(catalogue.policies?.licence == "Be kind.")
        #expect(catalogue.policies?.policies.map(\.locale) == ["de_DE"])
        #expect(catalogue.policies?.policies.map(\.address) == ["https://example.com"])
        #expect(
            catalogue.warnings == [
                "Some.storekit: products[1].internalID: the internal identifier \"1\" is already at products[0].internalID."
            ])
    }

    @Test(arguments: [
        ("Com.Example.Five", "capital letters"), ("com.example.five ", "white space"),
        ("five", "written in full"),
        ("Keepers", "a subscription group"), ("5 credits", "reference name"), ("other", "has no product"),
    ])
    func `Why an identifier is invalid`(identifier: String, words: String) throws {
        let catalogue = try Catalogue(
            """
            {"products": [{"productID": "com.example.five", "type": "Consumable", "displayPrice": "1",
              "referenceName": "5 credits"}], "subscriptionGroups": [{"id": "1", "name": "Keepers"}]}
            """)
        let reason = catalogue.reasonForInvalidity(of: ProductIdentifier(rawValue: identifier))
        #expect(reason?.contains(words) == true, "\(reason ?? "valid")")
        #expect(catalogue.reasonForInvalidity(of: "com.example.five") == nil)
    }

    @Test(
        "The digest by which servers compare their files has the terms of subscriptions",
        arguments: [
            ("KEEPERS", "OTHERS"), (#""groupNumber": 3"#, #""groupNumber": 4"#), ("P1Y", "P6M"),
            ("P2M", "P3M"), ("0.5", "0.4"), (#""numberOfPeriods": 2"#, #""numberOfPeriods": 3"#),
        ])
    func digest(term: String, other: String) throws {
        let json = SubscriptionFixture.json
        let digest = Assortment(try Catalogue(json)).digest
        #expect(digest == Assortment(try Catalogue(json)).digest)
        #expect(digest != Assortment(try Catalogue(json.replacing(term, with: other))).digest)
    }
}
