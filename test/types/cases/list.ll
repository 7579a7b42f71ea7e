; Nodes of a linked list, walked in a loop; one node is copied. And a tree by recursion.
; copy: 0 double, 8 ptr
; copy: 0 ptr, 8 ptr, 16 double
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define double @f(ptr %l) {
entry:
  %head = alloca [16 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %head, ptr %l, i64 16, i1 false)
  br label %loop
loop:
  %n = phi ptr [ %l, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %add, %loop ]
  %v = load double, ptr %n
  %add = fadd double %sum, %v
  %np = getelementptr i8, ptr %n, i64 8
  %next = load ptr, ptr %np
  %end = icmp eq ptr %next, null
  br i1 %end, label %out, label %loop
out:
  ret double %add
}
define double @tree(ptr %n) {
entry:
  %null = icmp eq ptr %n, null
  br i1 %null, label %out, label %node
node:
  %t = alloca [24 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %n, i64 24, i1 false)
  %l = load ptr, ptr %n
  %rp = getelementptr i8, ptr %n, i64 8
  %r = load ptr, ptr %rp
  %a = call double @tree(ptr %l)
  %b = call double @tree(ptr %r)
  %vp = getelementptr i8, ptr %n, i64 16
  %v = load double, ptr %vp
  %s = fadd double %a, %b
  %q = fadd double %s, %v
  br label %out
out:
  %ret = phi double [ 0.0, %entry ], [ %q, %node ]
  ret double %ret
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
