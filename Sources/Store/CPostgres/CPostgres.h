#ifndef CPOSTGRES_H
#define CPOSTGRES_H
#if !__has_include(<postgresql/libpq-fe.h>)
#error "libpq's headers are missing: apt-get install libpq-dev"
#endif
#include <postgresql/libpq-fe.h>
#endif
