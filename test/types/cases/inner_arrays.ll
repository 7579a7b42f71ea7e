; Pointer, two inner arrays, integer: indexing inside the arrays does not spill over the neighbours.
; copy: 0 ptr, 8 double, 16 double, 24 double, 32 double, 40 untyped4
; copy: period 8: 0 double
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define double @sum(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %add, %loop ]
  %v = load double, ptr %q
  %add = fadd double %s, %v
  %next = getelementptr i8, ptr %q, i64 8
  %e = getelementptr double, ptr %p, i64 %n
  %end = icmp eq ptr %next, %e
  br i1 %end, label %out, label %loop
out:
  ret double %add
}
define double @f(ptr %s, i64 %i, i64 %m, ptr %z) {
  %t = alloca [44 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %s, i64 44, i1 false)
  %p = load ptr, ptr %s
  %v = load double, ptr %p
  %a = getelementptr i8, ptr %s, i64 8
  %sa = call double @sum(ptr %a, i64 2)
  %b = getelementptr i8, ptr %s, i64 24
  %sb = call double @sum(ptr %b, i64 2)
  %np = getelementptr i8, ptr %s, i64 40
  %n = load i32, ptr %np
  %n1 = add i32 %n, 1
  store i32 %n1, ptr %np
  %bytes = shl i64 %m, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %z, ptr %a, i64 %bytes, i1 false)
  %r = fadd double %v, %sa
  %r2 = fadd double %r, %sb
  ret double %r2
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
