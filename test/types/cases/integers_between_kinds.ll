; Declared integers that bytes of a number and of a pointer come through: what they are at a time only the run can tell.
; copy: 0 untyped8
; copy: 0 untyped8
; int a: unknown
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %p, ptr %q, ptr %y) {
  %v = load ptr, ptr %p
  %w = load double, ptr %q
  %d = alloca { i64, i64 }
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %p, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %q, i64 8, i1 false)
  %a = load i64, ptr %d
  store i64 %a, ptr %y
  ret void
}
