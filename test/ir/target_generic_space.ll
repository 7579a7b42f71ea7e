; Where generic pointers have an address space of their own, tapes hold such pointers.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: call ptr addrspace(4) @enz_rt_tape_alloc(ptr addrspace(4)
; CHECK: declare ptr addrspace(4) @enz_rt_tape_grow(ptr addrspace(4), i64)

define double @f(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ %x, %entry ], [ %t, %loop ]
  %t = fmul double %s, %s
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret double %t
}
declare double @__enzyme_autodiff(...)
define double @df(double %x, i64 %n) {
  %r = call double (...) @__enzyme_autodiff(ptr @f, double %x, i64 %n)
  ret double %r
}
