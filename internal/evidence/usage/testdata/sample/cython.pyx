# cython: language_level=3
cimport cython
import numpy as np
cimport numpy as cnp
from libc.math cimport sqrt
from .window cimport Roll

cnp.import_array()

cdef class Mean(Roll):
    cdef double total

    @cython.boundscheck(False)
    def value(self, double[:] xs):
        cdef Py_ssize_t i
        out = np.empty(len(xs), dtype=np.float64)
        for i in range(len(xs)):
            out[i] = sqrt(xs[i])
        return out
