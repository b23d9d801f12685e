// tests of DurableStorage
