// What goes over the bus about the picture that filters are for. The program around the screen opens it; the core of the
// application knows of no picture.

/// The screen wants the picture. `PictureOpened` follows; a picture takes time and memory, so nobody opens it unasked.
public struct PictureRequested: Hashable, Sendable {
    /// A request for the picture.
    public init() {}
}

/// The picture is there.
public struct PictureOpened: Hashable, Sendable {
    /// The picture.
    public let picture: Picture

    /// A picture to show.
    public init(picture: Picture) { self.picture = picture }
}
