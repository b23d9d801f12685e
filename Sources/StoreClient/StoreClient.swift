/// The store over HTTP: `StoreService` for a storefront that is not the store's own machine.
public enum StoreClient {}
