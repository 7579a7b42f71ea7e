target triple = "x86_64-unknown-linux-gnu"
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @broken(ptr %to, ptr %from) {
  call void @llvm.va_copy.p0(ptr %to, ptr %from)
  ret void
}

define void @sound(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 24, i1 false)
  ret void
}
