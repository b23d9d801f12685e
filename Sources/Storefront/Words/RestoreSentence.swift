internal import StoreModel
internal import StorefrontMessages

extension RestoreFinished {
    /// How a restore ended, in a sentence, for output that is not a screen.
    package var sentence: String { Strings().restored(self) }
}

extension RestoreFailed {
    /// Why a restore failed and what to do, in a sentence, for output that is not a screen.
    package var sentence: String { TerminalText(Strings().restoreFailed(self)).string }
}
