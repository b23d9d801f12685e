package import Foundation

/// Text that a terminal must not get as it is: an escape, C0 and C1 controls, DEL, characters that turn the
/// writing direction, and a line break of Unicode's own. The same text can be the name of a file.
package let hostileText = "\u{1B}[2J\u{07}\u{7F}\u{9B}31m\u{85}\u{202E}\u{2066}\u{200F}\u{2028}end"

/// The part of it that an identifier may have: no control characters.
package let hostileIdentifier = String(
    String.UnicodeScalarView(hostileText.unicodeScalars.filter { $0.properties.generalCategory != .control }))

extension String {
    /// The scalars of a program's output that must not get to a terminal: everything but printable text and
    /// line breaks.
    package var unprintable: [String] {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x09, 0x0B...0x1F, 0x7F...0x9F, 0x061C...0x061C, 0x200B...0x200F, 0x2028...0x202E,
            0x2060...0x2069,
            0xFEFF...0xFEFF,
        ]
        return unicodeScalars.filter { scalar in ranges.contains { $0.contains(scalar.value) } }
            .map { String($0.value, radix: 16) }
    }
}

/// A catalogue that sells one product, and whose texts are all hostile: some characters are escaped in its
/// JSON, and others are not.
package var hostileCatalogue: Data {
    get throws {
        let text = hostileText
        let product: [String: Any] = [
            "productID": hostileIdentifier, "type": "Consumable", "displayPrice": "", "referenceName": text,
            "internalID": text,
            "localizations": [["locale": text, "displayName": text, "description": text]],
        ]
        let group: [String: Any] = ["id": text, "name": text, "subscriptions": [Any]()]
        let policies: [String: Any] = [
            "eula": text, "policies": [["locale": text, "policyText": text, "policyURL": text]],
        ]
        return try JSONSerialization.data(withJSONObject: [
            "products": [product], "subscriptionGroups": [group, group], "appPolicies": policies,
            "settings": ["_locale": text, "_storeKitErrors": [["name": text, "enabled": true]]],
        ])
    }
}
