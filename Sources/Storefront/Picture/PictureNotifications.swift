// What goes over the bus about the picture that filters are for. The program around the screen opens it; the core of the
// application knows of no picture.

/// The screen wants the picture. `PictureOpened` follows; a picture takes time and memory, so nobody opens it unasked.
package struct PictureRequested: Hashable, Sendable {
    /// A request for the picture.
    package init() {}
}

/// The picture is there.
package struct PictureOpened: Hashable, Sendable {
    /// The picture.
    package let picture: Picture

    /// A picture to show.
    package init(picture: Picture) { self.picture = picture }
}
