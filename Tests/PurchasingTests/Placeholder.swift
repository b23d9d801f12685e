// tests of Purchasing
