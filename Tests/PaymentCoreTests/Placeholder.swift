// tests of PaymentCore
