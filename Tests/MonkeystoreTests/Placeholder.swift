// tests of Monkeystore
