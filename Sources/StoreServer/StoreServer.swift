/// The store behind HTTP: routes over `AppStore`.
public enum StoreServer {}
