; An array of structs on the heap, typed by later use only.
; copy: period 16: 0 double, 8 untyped8
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare ptr @malloc(i64)
define double @f(ptr %s, i64 %n) {
entry:
  %bytes = shl i64 %n, 4
  %h = call ptr @malloc(i64 %bytes)
  call void @llvm.memcpy.p0.p0.i64(ptr %h, ptr %s, i64 %bytes, i1 false)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %add, %loop ]
  %e = getelementptr inbounds [16 x i8], ptr %h, i64 %i
  %d = load double, ptr %e
  %kp = getelementptr inbounds nuw i8, ptr %e, i64 8
  %k = load i64, ptr %kp
  %kd = sitofp i64 %k to double
  %m = fmul double %d, %kd
  %add = fadd double %sum, %m
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret double %add
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
