#ifndef CONFINEMENT_H
#define CONFINEMENT_H

/// Takes from this process, for good, what a storefront for strangers never needs, in all its threads: it cannot start another
/// program or process, look into one, gain rights or leave a core file, and of its environment only what describes the
/// terminal, the language and the visitor is left. Call it first in `main`.
///
/// Returns 0, or the number of the error (errno) for which it is not confined.
int cc_confine(void);

#endif
