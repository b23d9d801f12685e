// tests of AppStore
