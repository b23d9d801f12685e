package import StoreModel
internal import StoreRules

/// The Retention Messaging API for what customers who are about to cancel can see: images, messages, and the
/// message for each product and locale. Also an administrator's review of these. The server's
/// `RetentionRoutes` call it.
extension ServerAPI {
    /// `PUT /v1/messaging/image/{imageIdentifier}`.
    package func uploadImage(
        _ identifier: String, _ bytes: [UInt8], query items: [ServerAPIQueryItem],
        in environment: StoreEnvironment
    ) async throws(ServerAPIError) {
        let name = try Self.name(identifier)
        let wanted = items.first { $0.name == "imageSize" }?.value ?? RetentionImage.Size.full.rawValue
        guard let size = RetentionImage.Size(rawValue: wanted) else { throw .invalidImageSize }
        guard let png = PNGImage(bytes), !png.hasTransparency, size.fits(png) else { throw .invalidImage }
        try await write { database in
            guard try RetentionImage.find(name, in: environment, database) == nil else {
                throw ServerAPIError.imageAlreadyExists
            }
            guard try RetentionImage.count(in: environment, database) < RetentionImage.most else {
                throw ServerAPIError.maximumNumberOfImagesReached
            }
            let image = RetentionImage(size: size, state: .ofNew(in: environment))
            try image.save(as: name, in: environment, database)
        }
    }

    /// `DELETE /v1/messaging/image/{imageIdentifier}`.
    package func deleteImage(_ identifier: String, in environment: StoreEnvironment)
        async throws(ServerAPIError)
    {
        let name = try Self.name(identifier)
        try await write { database in
            let messages = try UploadedRetentionMessage.all(in: environment, database)
            let isUsed = messages.contains {
                $0.document.message.images.contains { $0.identifier.rawValue == name }
            }
            guard !isUsed else { throw ServerAPIError.imageInUse }
            guard try RetentionImage.remove(name, in: environment, database) else {
                throw ServerAPIError.imageNotFound
            }
        }
    }

    /// `GET /v1/messaging/image/list`.
    package func images(in environment: StoreEnvironment) throws(ServerAPIError) -> [UInt8] {
        try read { database in
            let images = try RetentionImage.all(in: environment, database)
            return try SentJSON.encode([
                "imageIdentifiers": images.map { image in
                    [
                        "imageIdentifier": image.name, "imageState": image.document.state.rawValue,
                        "imageSize": image.document.size.rawValue,
                    ]
                }
            ])
        }
    }

    /// `PUT /v1/messaging/message/{messageIdentifier}`.
    package func uploadMessage(
        _ identifier: String, body: [UInt8], in environment: StoreEnvironment
    ) async throws(ServerAPIError) {
        let name = try Self.name(identifier)
        guard let message = try? ReceivedJSON.decode(RetentionMessage.self, from: body) else {
            throw .badRequest
        }
        try message.check()
        try await write { database in
            guard try UploadedRetentionMessage.find(name, in: environment, database) == nil else {
                throw ServerAPIError.messageAlreadyExists
            }
            guard try UploadedRetentionMessage.count(in: environment, database) < RetentionMessage.most else {
                throw ServerAPIError.maximumNumberOfMessagesReached
            }
            for (identifier, size) in message.images {
                let image = try RetentionImage.find(identifier.rawValue, in: environment, database)
                guard let image else { throw ServerAPIError.imageNotFound }
                guard image.size == size else { throw ServerAPIError.invalidImageSize }
            }
            let uploaded = UploadedRetentionMessage(message: message, state: .ofNew(in: environment))
            try uploaded.save(as: name, in: environment, database)
        }
    }

    /// `DELETE /v1/messaging/message/{messageIdentifier}`. Also deletes the defaults that name the message.
    package func deleteMessage(_ identifier: String, in environment: StoreEnvironment)
        async throws(ServerAPIError)
    {
        let name = try Self.name(identifier)
        try await write { database in
            guard try UploadedRetentionMessage.remove(name, in: environment, database) else {
                throw ServerAPIError.messageNotFound
            }
            for standard in try DefaultRetentionMessage.all(in: environment, database)
            where standard.document.messageIdentifier.rawValue == name {
                try DefaultRetentionMessage.remove(standard.name, in: environment, database)
            }
        }
    }

    /// `GET /v1/messaging/message/list`.
    package func messages(in environment: StoreEnvironment) throws(ServerAPIError) -> [UInt8] {
        try read { database in
            let messages = try UploadedRetentionMessage.all(in: environment, database)
            return try SentJSON.encode([
                "messageIdentifiers": messages.map { message in
                    ["messageIdentifier": message.name, "messageState": message.document.state.rawValue]
                }
            ])
        }
    }

    /// `PUT /v1/messaging/default/{productId}/{locale}`.
    package func setDefaultMessage(
        of product: String, _ locale: String, body: [UInt8], in environment: StoreEnvironment
    ) async throws(ServerAPIError) {
        let name = try defaultName(product, locale)
        guard let wanted = try? ReceivedJSON.decode(DefaultRetentionMessage.self, from: body) else {
            throw .badRequest
        }
        try await write { database in
            _ = try Self.approvedMessage(wanted.messageIdentifier, in: environment, database)
            try wanted.save(as: name, in: environment, database)
        }
    }

    /// `GET /v1/messaging/default/{productId}/{locale}`.
    package func defaultMessage(
        of product: String, _ locale: String, in environment: StoreEnvironment
    ) throws(ServerAPIError) -> [UInt8] {
        let name = try defaultName(product, locale)
        return try read { database in
            let found = try DefaultRetentionMessage.find(name, in: environment, database)
            guard let found else { throw ServerAPIError.defaultMessageNotFound }
            return try SentJSON.encode(["messageIdentifier": found.messageIdentifier.rawValue])
        }
    }

    /// `DELETE /v1/messaging/default/{productId}/{locale}`. If there is none, nothing changes.
    package func deleteDefaultMessage(
        of product: String, _ locale: String, in environment: StoreEnvironment
    ) async throws(ServerAPIError) {
        let name = try defaultName(product, locale)
        try await write { _ = try DefaultRetentionMessage.remove(name, in: environment, $0) }
    }

    /// A message that customers may see, together with its images. Throws `ServerAPIError`, or trouble with
    /// the database.
    static func approvedMessage(
        _ identifier: RetentionIdentifier, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> RetentionMessage {
        let found = try UploadedRetentionMessage.find(identifier.rawValue, in: environment, database)
        guard let found else { throw ServerAPIError.messageNotFound }
        guard found.state == .approved else { throw ServerAPIError.messageNotApproved }
        for (identifier, _) in found.message.images {
            let image = try RetentionImage.find(identifier.rawValue, in: environment, database)
            guard image?.state == .approved else { throw ServerAPIError.imageNotApproved }
        }
        return found.message
    }

    private func defaultName(_ product: String, _ locale: String) throws(ServerAPIError) -> String {
        guard store.assortment.plans[ProductIdentifier(rawValue: product)] != nil else {
            throw .invalidProductIdentifier
        }
        guard DefaultRetentionMessage.isLocale(locale) else { throw .invalidLocale }
        return DefaultRetentionMessage.name(product, locale)
    }

    private static func name(_ identifier: String) throws(ServerAPIError) -> String {
        guard let identifier = RetentionIdentifier(rawValue: identifier) else { throw .badRequest }
        return identifier.rawValue
    }
}

/// What an administrator may review in place of Apple.
package enum RetentionContent: Hashable, Sendable {
    case images, messages
}

extension ServerAPI {
    /// Approves or rejects an image or a message, and returns whether there is one. Defaults keep naming a
    /// rejected message, but nobody sees it.
    package func review(
        _ content: RetentionContent, _ identifier: RetentionIdentifier, in environment: StoreEnvironment,
        as state: RetentionState
    ) throws(StoreAdministrationError) -> Bool {
        try store.administration {
            try store.database.write { database in
                switch content {
                case .images:
                    try review(\RetentionImage.state, of: identifier, state, in: environment, database)
                case .messages:
                    try review(
                        \UploadedRetentionMessage.state, of: identifier, state, in: environment, database)
                }
            }
        }
    }

    private func review<Document: RetentionDocument>(
        _ path: WritableKeyPath<Document, RetentionState>, of identifier: RetentionIdentifier,
        _ state: RetentionState,
        in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> Bool {
        guard var found = try Document.find(identifier.rawValue, in: environment, database) else {
            return false
        }
        found[keyPath: path] = state
        try found.save(as: identifier.rawValue, in: environment, database)
        return true
    }
}
