; Extended precision in a loop and in memory.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x, i32 %n) {
entry:
  %cell = alloca x86_fp80, align 16
  %e = fpext double %x to x86_fp80
  store x86_fp80 %e, ptr %cell, align 16
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %v = load x86_fp80, ptr %cell, align 16
  %w = fmul x86_fp80 %v, %e
  store x86_fp80 %w, ptr %cell, align 16
  %j = add i32 %i, 1
  %done = icmp sge i32 %j, %n
  br i1 %done, label %exit, label %loop
exit:
  %last = load x86_fp80, ptr %cell, align 16
  %r = fptrunc x86_fp80 %last to double
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0, ptr @enzyme_const, i32 3)
  call void @expect(double %g, double 32.0)
  ret i32 0
}
