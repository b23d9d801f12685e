/// SQL that writes finished purchases into a device's journal, all in one transaction. They have the keys
/// `key 1`, the oldest, to `key COUNT`, and the numbers from `9000001` on. A signed transaction is as long as
/// a real one, but has no content.
package func journalRows(_ count: Int) -> String {
    """
    INSERT INTO payment_journal (key, productIdentifier, quantity, addedDate, state, transactionIdentifier,
        transactionDate, signedTransaction, isFinished)
    WITH RECURSIVE row (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM row WHERE number < \(count))
    SELECT 'key ' || number, iif(number % 3, 'com.xamarin.storekit.testing.consume5credits', 'com.example.other'),
        number % 10 + 1, 1795000000000 + number * 60000, 1, '' || (9000000 + number),
        1795000000000 + number * 60000, hex(zeroblob(2000)), 1
    FROM row
    """
}
