; A null pointer that is stored is no evidence: the bytes may be a union's. Numbers that come along copies make a union of a place
; where pointers are accessed.
; copy: 0 double
; copy: 0 untyped8
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define double @f(ptr %x, ptr %u, ptr %a, ptr %b, ptr %w) {
  store ptr null, ptr %u
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %u, i64 8, i1 false)
  %d = load double, ptr %a
  %k = load double, ptr %x
  %bits = load i64, ptr %x
  store i64 %bits, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr %w, ptr %b, i64 8, i1 false)
  %p = load ptr, ptr %b
  %v = load double, ptr %p
  %s = fadd double %d, %v
  %s2 = fadd double %s, %k
  ret double %s2
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
