#ifndef CALLOCATOR_H
#define CALLOCATOR_H
// Swift's module of the C library leaves this header out.
#include <malloc.h>
#endif
