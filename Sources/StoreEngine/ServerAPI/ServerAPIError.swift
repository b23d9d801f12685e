internal import StoreSigning

/// Why a request of the App Store Server API is refused. The numbers are Apple's: the status of HTTP and four more digits.
///
/// Some come about by the operator's wish alone (`StoreSettings.serverAPIError`): a token for an application that is not here is
/// not let in; where a page ended is good for ever; there are no families; accounts stay; what was bought is known at once.
package enum ServerAPIError: Int, Error, Hashable, Sendable, CaseIterable {
    case badRequest = 4_000_000
    case invalidAppIdentifier = 4_000_002
    case invalidRequestRevision = 4_000_005
    case invalidTransactionIdentifier = 4_000_006
    case invalidOriginalTransactionIdentifier = 4_000_008
    case invalidExtendByDays = 4_000_009
    case invalidExtendReasonCode = 4_000_010
    case invalidRequestIdentifier = 4_000_011
    case startDateTooFarInPast = 4_000_012
    case startDateAfterEndDate = 4_000_013
    case invalidPaginationToken = 4_000_014
    case invalidStartDate = 4_000_015
    case invalidEndDate = 4_000_016
    case paginationTokenExpired = 4_000_017
    case invalidNotificationType = 4_000_018
    case multipleFiltersSupplied = 4_000_019
    case invalidTestNotificationToken = 4_000_020
    case invalidSort = 4_000_021
    case invalidProductType = 4_000_022
    case invalidProductIdentifier = 4_000_023
    case invalidSubscriptionGroupIdentifier = 4_000_024
    case invalidExcludeRevoked = 4_000_025
    case invalidInAppOwnershipType = 4_000_026
    case emptyStorefrontCountryCodes = 4_000_027
    case invalidStorefrontCountryCode = 4_000_028
    case invalidRevoked = 4_000_030
    case invalidStatus = 4_000_031
    case invalidAccountTenure = 4_000_032
    case invalidAppAccountToken = 4_000_033
    case invalidConsumptionStatus = 4_000_034
    case invalidCustomerConsented = 4_000_035
    case invalidDeliveryStatus = 4_000_036
    case invalidLifetimeDollarsPurchased = 4_000_037
    case invalidLifetimeDollarsRefunded = 4_000_038
    case invalidPlatform = 4_000_039
    case invalidPlayTime = 4_000_040
    case invalidSampleContentProvided = 4_000_041
    case invalidUserStatus = 4_000_042
    /// `transactionTypeNotSupported` has taken its place.
    case transactionNotConsumable = 4_000_043
    case invalidRefundPreference = 4_000_044
    case transactionTypeNotSupported = 4_000_047
    case appTransactionIdentifierNotSupported = 4_000_048
    case invalidImage = 4_000_161
    case headerTooLong = 4_000_162
    case bodyTooLong = 4_000_163
    case invalidLocale = 4_000_164
    case altTextTooLong = 4_000_175
    case invalidAppAccountTokenUUID = 4_000_183
    case familyTransactionNotSupported = 4_000_185
    case notOriginalTransactionIdentifier = 4_000_187
    case consumptionPercentageNotSupported = 4_000_209
    case invalidPerformanceTestRequest = 4_000_211
    case invalidRequestID = 4_000_212
    case existingPerformanceTestRun = 4_000_213
    case invalidRealtimeURL = 4_000_215
    case invalidImageSize = 4_000_216
    case tooManyBulletPoints = 4_000_218
    case bulletPointTextTooLong = 4_000_219
    case aboveImageRequiresAnImage = 4_000_224
    case subscriptionExtensionIneligible = 4_030_004
    case subscriptionMaxExtension = 4_030_005
    case familySharedSubscription = 4_030_007
    case maximumNumberOfImagesReached = 4_030_014
    case maximumNumberOfMessagesReached = 4_030_016
    case messageNotApproved = 4_030_017
    case imageNotApproved = 4_030_018
    case imageInUse = 4_030_019
    case noPassingTest = 4_030_026
    case accountNotFound = 4_040_001
    case accountNotFoundRetryable = 4_040_002
    case appNotFound = 4_040_003
    case appNotFoundRetryable = 4_040_004
    case originalTransactionIdentifierNotFound = 4_040_005
    case originalTransactionIdentifierNotFoundRetryable = 4_040_006
    case notificationAddressNotFound = 4_040_007
    case testNotificationNotFound = 4_040_008
    case extensionRequestNotFound = 4_040_009
    case transactionIdentifierNotFound = 4_040_010
    case imageNotFound = 4_040_014
    case messageNotFound = 4_040_015
    case performanceTestRunNotFound = 4_040_018
    case appTransactionNotFound = 4_040_019
    case defaultMessageNotFound = 4_040_020
    case realtimeURLNotFound = 4_040_021
    case imageAlreadyExists = 4_090_000
    case messageAlreadyExists = 4_090_001
    case rateLimitExceeded = 4_290_000
    case internalError = 5_000_000
    case retryableInternalError = 5_000_001

    package var status: Int { rawValue / 10_000 }

    package var json: [UInt8] {
        JSONWriter.object { writer in
            writer.field("errorCode", Int64(rawValue))
            writer.field("errorMessage", message)
        }
    }

    package var message: String {
        switch self {
        case .badRequest: "Bad request."
        case .invalidAppIdentifier: "Invalid request app identifier."
        case .invalidRequestRevision: "Invalid request revision."
        case .invalidTransactionIdentifier: "Invalid transaction id."
        case .invalidOriginalTransactionIdentifier: "Invalid original transaction id."
        case .invalidExtendByDays: "Invalid extend by days value."
        case .invalidExtendReasonCode: "Invalid extend reason code."
        case .invalidRequestIdentifier: "Invalid request identifier."
        case .startDateTooFarInPast: "Start date is too far in the past."
        case .startDateAfterEndDate: "The end date precedes the start date or the dates are the same."
        case .invalidPaginationToken: "Invalid pagination token."
        case .invalidStartDate: "Invalid start date."
        case .invalidEndDate: "Invalid end date."
        case .paginationTokenExpired: "Pagination token expired."
        case .invalidNotificationType: "The notification type or subtype is invalid."
        case .multipleFiltersSupplied:
            "The request is invalid because it has multiple filters. Use only one of transactionId or notificationType."
        case .invalidTestNotificationToken: "Invalid test notification token."
        case .invalidSort: "Invalid sort."
        case .invalidProductType: "Invalid product type."
        case .invalidProductIdentifier: "Invalid product id."
        case .invalidSubscriptionGroupIdentifier: "Invalid subscription group identifier."
        case .invalidExcludeRevoked: "Invalid exclude revoked."
        case .invalidInAppOwnershipType: "Invalid in-app ownership type."
        case .emptyStorefrontCountryCodes: "Invalid empty storefront country code list."
        case .invalidStorefrontCountryCode: "Invalid storefront country code."
        case .invalidRevoked: "Invalid revoked."
        case .invalidStatus: "Invalid status."
        case .invalidAccountTenure: "Invalid account tenure."
        case .invalidAppAccountToken: "Invalid app account token."
        case .invalidConsumptionStatus: "Invalid consumption status."
        case .invalidCustomerConsented: "Invalid customer consented."
        case .invalidDeliveryStatus: "Invalid delivery status."
        case .invalidLifetimeDollarsPurchased: "Invalid lifetime dollars purchased."
        case .invalidLifetimeDollarsRefunded: "Invalid lifetime dollars refunded."
        case .invalidPlatform: "Invalid platform."
        case .invalidPlayTime: "Invalid play time."
        case .invalidSampleContentProvided: "Invalid sample content provided."
        case .invalidUserStatus: "Invalid user status."
        case .transactionNotConsumable: "Transaction id is not for a consumable in-app purchase."
        case .invalidRefundPreference: "Invalid refund preference."
        case .transactionTypeNotSupported: "The transaction's type is not supported here."
        case .appTransactionIdentifierNotSupported: "App transaction ids are not supported here."
        case .invalidAppAccountTokenUUID: "The app account token is not a UUID."
        case .familyTransactionNotSupported:
            "Invalid request. Family Sharing transactions aren't supported by this endpoint."
        case .notOriginalTransactionIdentifier: "The id is not an original transaction id."
        case .consumptionPercentageNotSupported:
            "A consumption percentage is not supported for auto-renewable subscriptions."
        case .invalidImage: "The image is not a PNG without transparency, or has not the pixels of its size."
        case .headerTooLong: "The header is too long."
        case .bodyTooLong: "The body is too long."
        case .invalidLocale: "Invalid locale."
        case .altTextTooLong: "The alternative text is too long."
        case .invalidPerformanceTestRequest: "Invalid performance test request."
        case .invalidRequestID: "Invalid request id."
        case .existingPerformanceTestRun: "A performance test is running."
        case .invalidRealtimeURL: "The realtime URL is invalid."
        case .invalidImageSize: "The image size is invalid."
        case .tooManyBulletPoints: "There are too many bullet points."
        case .bulletPointTextTooLong: "The text of a bullet point is too long."
        case .aboveImageRequiresAnImage: "A header above the image requires an image."
        case .maximumNumberOfImagesReached: "The maximum number of images is reached."
        case .maximumNumberOfMessagesReached: "The maximum number of messages is reached."
        case .messageNotApproved: "The message is not approved."
        case .imageNotApproved: "The image is not approved."
        case .imageInUse: "The image is in use by a message."
        case .noPassingTest: "A performance test has to pass before a URL for production is configured."
        case .imageNotFound: "Image not found."
        case .messageNotFound: "Message not found."
        case .performanceTestRunNotFound: "Performance test run not found."
        case .defaultMessageNotFound: "No default message is configured."
        case .realtimeURLNotFound: "No realtime URL is configured."
        case .imageAlreadyExists: "The image id already exists."
        case .messageAlreadyExists: "The message id already exists."
        case .subscriptionExtensionIneligible: "Forbidden - subscription state ineligible for extension."
        case .subscriptionMaxExtension: "Forbidden - subscription has reached maximum extension count."
        case .familySharedSubscription:
            "Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly."
        case .accountNotFound: "Account not found."
        case .accountNotFoundRetryable: "Account not found. Please try again."
        case .appNotFound: "App not found."
        case .appNotFoundRetryable: "App not found. Please try again."
        case .originalTransactionIdentifierNotFoundRetryable: "Original transaction id not found. Please try again."
        case .originalTransactionIdentifierNotFound: "Original transaction id not found."
        case .notificationAddressNotFound:
            "No App Store Server Notification URL found for provided app. Check that a URL is configured for this "
                + "environment."
        case .testNotificationNotFound:
            "Either the test notification token is expired or the notification and status are not yet available."
        case .extensionRequestNotFound:
            "The server didn't find a subscription-renewal-date extension request for this requestIdentifier and "
                + "productId."
        case .transactionIdentifierNotFound: "Transaction id not found."
        case .appTransactionNotFound: "No AppTransaction exists for the customer."
        case .rateLimitExceeded: "Rate limit exceeded."
        case .internalError: "An unknown error occurred."
        case .retryableInternalError: "An unknown error occurred. Please try again."
        }
    }
}
