// tests of EventBus
