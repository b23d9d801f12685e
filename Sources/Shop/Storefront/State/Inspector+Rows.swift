internal import StoreEvents
internal import StoreModel

// The rows of the inspector, for its view, its keys and the plain storefront. Also the fields of a
// transaction, which the list shows, too.
extension StorefrontState {
    /// What is known about a transaction without asking the store, with the most important first.
    func details(of entry: TransactionsListed.Entry) -> [(label: Text, value: String, role: Style.Role)] {
        let (transaction, possible) = (entry.transaction, actions(entry.possibleActions))
        let whyUnknown: String? =
            if case .failure(let reason) = entry.actions { strings.whyActionsUnknown(reason) } else { nil }
        func moment(_ date: Timestamp) -> String { Moment.dateAndTime(date, options) }
        let values: [(label: Text, value: String?, role: Style.Role)] = [
            (
                .detailActions, whyUnknown == nil ? possible ?? strings[.noActions] : nil,
                possible == nil ? .normal : .accent
            ),
            (.detailAmount, amount(of: transaction), .normal),
            (
                .detailError, transaction.error.map(strings.errorDetail),
                transaction.isCancelled ? .normal : .error
            ),
            (.detailChange, transaction.renewalChange.map { change($0, of: transaction) }, .normal),
            (
                .detailIdentifier, transaction.transactionIdentifier?.rawValue ?? noIdentifier(transaction),
                .normal
            ),
            // It may have several lines, so what people look for comes before it.
            (.detailActions, whyUnknown, .normal),
            (.detailProduct, transaction.payment.productIdentifier.rawValue, .normal),
            (.detailAdded, moment(transaction.addedDate), .normal),
            (.detailDate, transaction.transactionDate.map(moment), .normal),
            (.detailRefunded, transaction.revocationDate.map(moment), .warning),
            (.detailFinished, strings[transaction.isFinished ? .yes : .no], .normal),
            (.detailOriginal, transaction.originalTransactionIdentifier?.rawValue, .normal),
            (.detailKey, transaction.key.rawValue, .normal),
        ]
        return values.compactMap { label, value, role in value.map { (label, $0, role) } }
    }

    /// What is shown in place of a number that a transaction does not have yet; nil if its other lines
    /// say why.
    private func noIdentifier(_ transaction: PaymentTransaction) -> String? {
        switch transaction.state {
        case .changed: nil
        case .failed: strings[.noIdentifierEver]
        case .deferred where transaction.isLapsed: strings[.noIdentifierEver]
        case .purchasing, .deferred, .purchased, .restored: strings[.noIdentifierYet]
        }
    }

    private func change(_ change: RenewalChange, of transaction: PaymentTransaction) -> String {
        strings.sentence(for: change, to: title(of: transaction.payment.productIdentifier)) {
            Moment.dateAndTime($0, options)
        }
    }

    /// The possible actions with their keys here; those without one by their commands. Nil without any.
    private func actions(_ possible: Set<TransactionAction>) -> String? {
        let keys: [TransactionAction: Action] = [
            .approve: .approve, .decline: .decline, .resolve: .resolve, .refund: .refund,
        ]
        let words = TransactionAction.allCases.filter(possible.contains).map { action in
            keys[action].flatMap { keymap.key(for: $0, in: .transactions) }.map {
                "\($0) \(strings[.transactionAction(action)])".inOneLine
            } ?? ":\(action.rawValue)"
        }
        return words.isEmpty ? nil : words.joined(separator: "   ")
    }

    // MARK: The inspector

    /// - Parameter withActions: whether the possible actions are among them.
    func inspectorRows(withActions: Bool = true) -> [InspectorRow] {
        guard let inspector else { return [] }
        var rows = [InspectorRow.heading(strings[.detailHeading])]
        for (label, value, role) in details(of: inspector.entry)
        where withActions || label != .detailActions {
            let isValue =
                label == .detailIdentifier
                ? inspector.entry.transaction.transactionIdentifier != nil : label != .detailActions
            rows.append(
                .value(self.value(isValue ? .detail(label) : nil, strings[label], value, Style(role))))
        }
        guard let answer = inspector.inspected else { return rows }
        rows += section(.payloadHeading, payloadValues(answer))
        rows += section(.proofHeading, proofValues(answer))
        switch answer.record {
        case .success(let record): return rows + recordRows(record, inspector.versions)
        case .failure(let error):
            return rows + [.heading(strings[.recordHeading]), .note(sentence(for: error))]
        }
    }

    private func section(_ heading: Text, _ values: [InspectorValue]) -> [InspectorRow] {
        values.isEmpty ? [] : [.heading(strings[heading])] + values.map(InspectorRow.value)
    }

    private func payloadValues(_ answer: TransactionInspected) -> [InspectorValue] {
        answer.payload.enumerated().map { index, field in
            var value = value(.field(index), field.name, field.value)
            if let date = field.date {
                value.add(Moment.dateAndTime(date, options), Style(dim: true), isOptional: true)
            }
            return value
        }
    }

    private func proofValues(_ answer: TransactionInspected) -> [InspectorValue] {
        [
            answer.signed.map { value(.signed, "JWS", $0.rawValue) },
            answer.receipt.map { value(.receipt, strings[.proofReceipt], $0) },
            (try? answer.record.get())?.orderIdentifier.map { value(.order, strings[.proofOrder], $0) },
        ].compactMap(\.self)
    }

    private func recordRows(_ record: TransactionRecord, _ versions: [Inspector.Version]) -> [InspectorRow] {
        let standing = [
            value(.status, strings[.recordStatus], record.status),
            value(.finished, strings[.detailFinished], strings[record.isFinished ? .yes : .no]),
        ]
        let signed = versions.enumerated().map { index, version in
            var value = InspectorValue(
                id: .version(index), label: version.date.map { Moment.dateAndTime($0, options) } ?? "?",
                whole: version.signed.rawValue, parts: [.init(text: version.digest)], isLong: false)
            let word = strings[version.isRefunded ? .transactionRefunded : .versionPaid]
            value.add(word, Style(version.isRefunded ? .warning : .normal))
            if index == versions.count - 1 { value.add(strings[.versionCurrent], Style(.good)) }
            return value
        }
        let changes = record.changes.enumerated().map { index, change in
            value(.change(index), strings.changeRevision(change.revision), strings.balance(change.credits))
        }
        let deliveries = record.notifications.enumerated().flatMap { deliveryValues($1, index: $0) }
        return section(.recordHeading, standing) + section(.versionsHeading, signed)
            + section(.changesHeading, changes)
            + [.heading(strings[.notificationsHeading])]
            + (deliveries.isEmpty ? [.note(strings[.noNotifications])] : deliveries.map(InspectorRow.value))
    }

    /// A notification, and the attempts to deliver it.
    private func deliveryValues(_ delivery: NotificationDelivery, index: Int) -> [InspectorValue] {
        func moment(_ date: Timestamp) -> String { Moment.dateAndTime(date, options) }
        let type = [delivery.notificationType, delivery.subtype].compactMap(\.self).joined(separator: "/")
        var head = value(.notification(index), moment(delivery.created), type, Style(bold: true))
        head.add(strings[.delivery(delivery.state)], Style(delivery.state))
        var nested = delivery.attempts.enumerated().map { number, attempt in
            value(
                .attempt(number, of: index), moment(attempt.date), attempt.result,
                Style(attempt.result == "SUCCESS" ? .good : .error))
        }
        if let next = delivery.nextAttempt {
            let words = InspectorValue.Part(text: strings[.nextAttempt], style: Style(.warning))
            nested.append(
                InspectorValue(
                    id: .nextAttempt(index), label: moment(next), whole: moment(next), parts: [words],
                    isLong: false))
        }
        nested.append(value(.uuid(index), strings[.notificationIdentifier], delivery.identifier))
        if let signed = delivery.signedPayload {
            nested.append(value(.signedPayload(index), "signedPayload", signed))
        }
        for row in nested.indices { nested[row].isNested = true }
        return [head] + nested
    }

    /// Why the store does not say what it has.
    private func sentence(for error: StoreAdministrationError) -> String {
        switch error {
        case .notEntitled: strings[.recordNotEntitled]
        case .noTransactionFound: strings[.recordMissing]
        case .failed(let error, _) where error.isNetworkFailure: strings[.recordNotReached]
        case .failed(let error, _): strings.recordUnavailable(strings.failureWords(error))
        case .serviceUnavailable(let error): strings.recordUnavailable(strings.sentence(for: .storage(error)))
        case .notInCatalogue(let product):
            strings.recordUnavailable(strings.sentence(for: .notInCatalogue(product: product.rawValue)))
        case .invalidAction, .notShareable, .keyOfSeveral, .noAuthorityKeys, .cannotPlay:
            strings.recordUnavailable(strings[.errorOther])
        }
    }

    private func value(
        _ id: InspectorValue.ID?, _ label: String, _ text: String, _ style: Style = Style()
    ) -> InspectorValue {
        let isLong = text.utf8.count > InspectorValue.longest
        let shown = isLong ? String(text.prefix(InspectorValue.longest)) : text
        var value = InspectorValue(
            id: id, label: label, whole: text, parts: [.init(text: shown, style: style)], isLong: isLong)
        if isLong { value.add(strings.bytes(text.utf8.count), Style(dim: true)) }
        return value
    }

    // MARK: In lines

    /// The same rows for the plain storefront. It has no keys to name for the possible actions, and says of a
    /// long value only how long it is.
    func inspectorLines() -> [String] {
        inspectorRows(withActions: false).map { row in
            switch row {
            case .heading(let heading): return heading
            case .note(let sentence): return "  \(sentence)"
            case .value(let value):
                let parts = value.isLong ? value.parts.dropFirst() : value.parts[...]
                let words = parts.map(\.text).joined(separator: "  ")
                return "\(value.isNested ? "    " : "  ")\(value.label): \(words)"
            }
        }
    }
}

extension InspectorValue {
    /// If a value has more bytes, only its beginning is shown. No window shows that much in one row.
    static let longest = 200

    fileprivate mutating func add(_ text: String, _ style: Style, isOptional: Bool = false) {
        parts.append(Part(text: text, style: style, isOptional: isOptional))
    }
}

extension Style {
    /// How the state of a notification looks.
    fileprivate init(_ state: NotificationDelivery.State) {
        switch state {
        case .delivered: self.init(.good)
        case .waiting: self.init(.warning)
        case .givenUp: self.init(.error)
        case .notSent: self.init(dim: true)
        }
    }
}
