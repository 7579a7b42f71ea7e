define void @broken(ptr %p) memory(argmem: read) {
  store double 0.0, ptr %p
  ret void
}

define void @sound(ptr %p) memory(argmem: write) {
  store double 0.0, ptr %p
  ret void
}
