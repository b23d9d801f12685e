// tests of StoreModel
