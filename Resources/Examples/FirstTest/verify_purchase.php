<?php
// A first test in PHP: a store of its own, a purchase, and forgeries, verified with PHP's own openssl.
//
//     php verify_purchase.php http://127.0.0.1:8080 ADMIN-TOKEN

declare(strict_types=1);

const BUNDLE = 'com.example.app';
const FORGERIES = [
    'foreign-root', 'two-certificates', 'expired-leaf', 'changed-payload', 'wrong-bundle', 'no-marker',
    'other-environment', 'alg-none', 'intermediate-no-ca',
];

[, $server, $token] = $argv;

function ask(string $method, string $path, ?array $body = null): ?array
{
    global $server, $token;
    $http = ['method' => $method, 'header' => "Authorization: Bearer $token\r\nContent-Type: application/json"];
    if ($body !== null) {
        $http['content'] = json_encode($body);
    }
    $answer = file_get_contents($server . $path, false, stream_context_create(['http' => $http]));
    if ($answer === false) {
        throw new RuntimeException("$method $path was refused");
    }
    return json_decode($answer, true);
}

function base64url(string $text): string
{
    return base64_decode(strtr($text, '-_', '+/'), true);
}

function require_that(bool $condition, string $reason): void
{
    if (!$condition) {
        throw new UnexpectedValueException($reason);
    }
}

/** An ECDSA signature as DER, which openssl wants, from the two numbers that a JWS has. */
function der(string $signature): string
{
    $numbers = '';
    foreach (str_split($signature, 32) as $number) {
        $number = ltrim($number, "\0");
        if ($number === '' || ord($number[0]) > 0x7f) {
            $number = "\0" . $number;
        }
        $numbers .= "\x02" . chr(strlen($number)) . $number;
    }
    return "\x30" . chr(strlen($numbers)) . $numbers;
}

/** Checks what Apple's own libraries check, and decodes a signed transaction. Throws what is wrong with it. */
function verify(string $signed, string $root): array
{
    $parts = explode('.', $signed);
    require_that(count($parts) === 3, 'not a JWS');
    [$header, $payload] = array_map(fn ($part) => json_decode(base64url($part), true), array_slice($parts, 0, 2));
    require_that(
        $header['alg'] === 'ES256' && count($header['x5c']) === 3, 'another algorithm, or not three certificates');
    $pem = fn ($der) => "-----BEGIN CERTIFICATE-----\n" . chunk_split($der, 64, "\n") . "-----END CERTIFICATE-----\n";
    [$leaf, $intermediate, $last] = array_map(fn ($der) => openssl_x509_read($pem($der)), $header['x5c']);
    require_that(
        openssl_x509_fingerprint($last, 'sha256') === openssl_x509_fingerprint($root, 'sha256'), 'another root');
    require_that(
        openssl_x509_verify($leaf, $intermediate) === 1 && openssl_x509_verify($intermediate, $root) === 1,
        'certificates that do not belong together');
    $markers = ['1.2.840.113635.100.6.11.1', '1.2.840.113635.100.6.2.1'];
    foreach ([$leaf, $intermediate] as $place => $certificate) {
        $fields = openssl_x509_parse($certificate);
        $seconds = intdiv($payload['signedDate'], 1000);
        require_that(
            $fields['validFrom_time_t'] <= $seconds && $seconds <= $fields['validTo_time_t'], 'an expired certificate');
        require_that(isset($fields['extensions'][$markers[$place]]), 'a certificate for another purpose');
        require_that(
            $place === 0 || str_contains($fields['extensions']['basicConstraints'] ?? '', 'CA:TRUE'),
            'an intermediate certificate that is no authority');
    }
    $signature = base64url($parts[2]);
    require_that(
        strlen($signature) === 64
        && openssl_verify("$parts[0].$parts[1]", der($signature), $leaf, OPENSSL_ALGO_SHA256) === 1,
        'a wrong signature');
    require_that(
        $payload['bundleId'] === BUNDLE && $payload['environment'] === 'Sandbox',
        'another application, or another environment');
    return $payload;
}

$store = ask('POST', '/stores', [
    'bundleIdentifier' => BUNDLE, 'accounts' => [['account' => 'jane', 'password' => 'bananas for ever']],
]);
$admin = "/stores/$store[identifier]/admin/v1";
try {
    $bought = ask('POST', "$admin/purchases", [
        'account' => 'jane', 'product' => 'com.xamarin.storekit.testing.consume5credits',
    ]);
    $transaction = verify($bought['signedTransactionInfo'], $store['rootCertificate']);
    echo "verified: $transaction[productId]\n";
    foreach (FORGERIES as $forgery) {
        $forged = ask('POST', "$admin/purchases/$transaction[transactionId]/forgeries/$forgery");
        try {
            verify($forged['signedTransactionInfo'], $store['rootCertificate']);
        } catch (UnexpectedValueException) {
            continue;
        }
        throw new RuntimeException("$forgery was not refused");
    }
    echo 'refused: ', count(FORGERIES), " forgeries\n";
} finally {
    ask('DELETE', "/stores/$store[identifier]");
}
