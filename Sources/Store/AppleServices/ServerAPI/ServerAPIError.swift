internal import StoreRules

/// Why `ServerAPI` refuses a request. The server's routes answer with it. The raw value is Apple's number and
/// the message. The number is the HTTP status and four more digits. An operator can order each of them
/// (`StoreSettings.serverAPIError`). Some occur only in that way, because their reasons do not exist here: a
/// token for an unknown application is refused earlier, page tokens do not expire, a purchase counts as
/// shared by a family only once that has ended, and a second try finds no more than the first.
package enum ServerAPIError: String, Error, Hashable, Sendable, CaseIterable {
    case badRequest = "4000000 Bad request."
    case invalidAppIdentifier = "4000002 Invalid request app identifier."
    case invalidRequestRevision = "4000005 Invalid request revision."
    case invalidTransactionIdentifier = "4000006 Invalid transaction id."
    case invalidOriginalTransactionIdentifier = "4000008 Invalid original transaction id."
    case invalidExtendByDays = "4000009 Invalid extend by days value."
    case invalidExtendReasonCode = "4000010 Invalid extend reason code."
    case invalidRequestIdentifier = "4000011 Invalid request identifier."
    case startDateTooFarInPast = "4000012 Start date is too far in the past."
    case startDateAfterEndDate = "4000013 The end date precedes the start date or the dates are the same."
    case invalidPaginationToken = "4000014 Invalid pagination token."
    case invalidStartDate = "4000015 Invalid start date."
    case invalidEndDate = "4000016 Invalid end date."
    case paginationTokenExpired = "4000017 Pagination token expired."
    case invalidNotificationType = "4000018 The notification type or subtype is invalid."
    case multipleFiltersSupplied = """
        4000019 The request is invalid because it has multiple filters. Use only one of transactionId or \
        notificationType.
        """
    case invalidTestNotificationToken = "4000020 Invalid test notification token."
    case invalidSort = "4000021 Invalid sort."
    case invalidProductType = "4000022 Invalid product type."
    case invalidProductIdentifier = "4000023 Invalid product id."
    case invalidSubscriptionGroupIdentifier = "4000024 Invalid subscription group identifier."
    case invalidExcludeRevoked = "4000025 Invalid exclude revoked."
    case invalidInAppOwnershipType = "4000026 Invalid in-app ownership type."
    case emptyStorefrontCountryCodes = "4000027 Invalid empty storefront country code list."
    case invalidStorefrontCountryCode = "4000028 Invalid storefront country code."
    case invalidRevoked = "4000030 Invalid revoked."
    case invalidStatus = "4000031 Invalid status."
    case invalidAccountTenure = "4000032 Invalid account tenure."
    case invalidAppAccountToken = "4000033 Invalid app account token."
    case invalidConsumptionStatus = "4000034 Invalid consumption status."
    case invalidCustomerConsented = "4000035 Invalid customer consented."
    case invalidDeliveryStatus = "4000036 Invalid delivery status."
    case invalidLifetimeDollarsPurchased = "4000037 Invalid lifetime dollars purchased."
    case invalidLifetimeDollarsRefunded = "4000038 Invalid lifetime dollars refunded."
    case invalidPlatform = "4000039 Invalid platform."
    case invalidPlayTime = "4000040 Invalid play time."
    case invalidSampleContentProvided = "4000041 Invalid sample content provided."
    case invalidUserStatus = "4000042 Invalid user status."
    /// Replaced by `transactionTypeNotSupported`.
    case transactionNotConsumable = "4000043 Transaction id is not for a consumable in-app purchase."
    case invalidRefundPreference = "4000044 Invalid refund preference."
    case transactionTypeNotSupported = "4000047 The transaction's type is not supported here."
    case appTransactionIdentifierNotSupported = "4000048 App transaction ids are not supported here."
    case invalidImage =
        "4000161 The image is not a PNG without transparency, or not of the size in pixels that was named."
    case headerTooLong = "4000162 The header is too long."
    case bodyTooLong = "4000163 The body is too long."
    case invalidLocale = "4000164 Invalid locale."
    case altTextTooLong = "4000175 The alternative text is too long."
    case invalidAppAccountTokenUUID = "4000183 The app account token is not a UUID."
    case familyTransactionNotSupported =
        "4000185 Invalid request. Family Sharing transactions aren't supported by this endpoint."
    case notOriginalTransactionIdentifier = "4000187 The id is not an original transaction id."
    case consumptionPercentageNotSupported =
        "4000209 A consumption percentage is not supported for auto-renewable subscriptions."
    case invalidPerformanceTestRequest = "4000211 Invalid performance test request."
    case invalidRequestID = "4000212 Invalid request id."
    case existingPerformanceTestRun = "4000213 A performance test is running."
    case invalidRealtimeURL = "4000215 The realtime URL is invalid."
    case invalidImageSize = "4000216 The image size is invalid."
    case tooManyBulletPoints = "4000218 There are too many bullet points."
    case bulletPointTextTooLong = "4000219 The text of a bullet point is too long."
    case aboveImageRequiresAnImage = "4000224 A header above the image requires an image."
    case subscriptionExtensionIneligible = "4030004 Forbidden - subscription state ineligible for extension."
    case subscriptionMaxExtension = "4030005 Forbidden - subscription has reached maximum extension count."
    case familySharedSubscription =
        "4030007 Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly."
    case maximumNumberOfImagesReached = "4030014 The maximum number of images is reached."
    case maximumNumberOfMessagesReached = "4030016 The maximum number of messages is reached."
    case messageNotApproved = "4030017 The message is not approved."
    case imageNotApproved = "4030018 The image is not approved."
    case imageInUse = "4030019 The image is in use by a message."
    case noPassingTest = "4030026 A performance test has to pass before a URL for production is configured."
    case accountNotFound = "4040001 Account not found."
    case accountNotFoundRetryable = "4040002 Account not found. Please try again."
    case appNotFound = "4040003 App not found."
    case appNotFoundRetryable = "4040004 App not found. Please try again."
    case originalTransactionIdentifierNotFound = "4040005 Original transaction id not found."
    case originalTransactionIdentifierNotFoundRetryable =
        "4040006 Original transaction id not found. Please try again."
    case notificationAddressNotFound = """
        4040007 No App Store Server Notification URL found for provided app. Check that a URL is configured for \
        this environment.
        """
    case testNotificationNotFound =
        "4040008 Either the test notification token is expired or the notification and status are not yet available."
    case extensionRequestNotFound = """
        4040009 The server didn't find a subscription-renewal-date extension request for this requestIdentifier \
        and productId.
        """
    case transactionIdentifierNotFound = "4040010 Transaction id not found."
    case imageNotFound = "4040014 Image not found."
    case messageNotFound = "4040015 Message not found."
    case performanceTestRunNotFound = "4040018 Performance test run not found."
    case appTransactionNotFound = "4040019 No AppTransaction exists for the customer."
    case defaultMessageNotFound = "4040020 No default message is configured."
    case realtimeURLNotFound = "4040021 No realtime URL is configured."
    case imageAlreadyExists = "4090000 The image id already exists."
    case messageAlreadyExists = "4090001 The message id already exists."
    case rateLimitExceeded = "4290000 Rate limit exceeded."
    case internalError = "5000000 An unknown error occurred."
    case retryableInternalError = "5000001 An unknown error occurred. Please try again."

    package init?(code: Int) {
        guard let error = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = error
    }

    package var code: Int { Int(rawValue.prefix(7)) ?? 0 }
    package var status: Int { code / 10_000 }
    package var message: String { String(rawValue.dropFirst(8)) }
}

extension ServerAPIError: Encodable {
    private enum CodingKeys: CodingKey { case errorCode, errorMessage }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(code, forKey: .errorCode)
        try fields.encode(message, forKey: .errorMessage)
    }
}
