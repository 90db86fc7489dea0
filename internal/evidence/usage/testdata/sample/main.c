#include <stdio.h>
#  include "local.h"
/* #include <no.h> */
#if 0
#include <dead.h>
#ifdef X
#include <deader.h>
#endif
#else
#include <sys/types.h>
#endif
char c = '"'; const char *s = "#include <no.h>";
