; Where stack memory has an address space of its own, the runtime takes a tape's generic address.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-i64:64-S32-A5-G1"
target triple = "amdgcn-amd-amdhsa"

; CHECK: define internal { double } @enz.grad.{{(enz.spaces-[0-9]+.)?}}f(
; CHECK: [[SLOT:%.+]] = alloca { ptr, ptr, ptr, ptr, ptr, ptr }, align 8, addrspace(5)
; CHECK: [[TAPE:%.+]] = addrspacecast ptr addrspace(5) [[SLOT]] to ptr
; CHECK: call ptr @enz_rt_tape_alloc(ptr nonnull [[TAPE]], i64
; CHECK: call void @enz_rt_tape_free(ptr nonnull [[TAPE]])

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
