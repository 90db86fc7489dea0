package feature

// hash is FNV-1a of 32 bits.
func hash[T string | []byte](s T) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// mix joins two hashes, in order; the finalizer is that of MurmurHash3.
func mix(a, b uint32) uint32 {
	h := a*0x9E3779B1 ^ (b + 0x7F4A7C15 + a<<6 + a>>2)
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	return h
}

// NameCode is the code of a name in the canonical form.
func NameCode(name []byte) uint32 {
	var buffer [64]byte
	return hash(folded(buffer[:0], name[:min(len(name), 60)]))
}
