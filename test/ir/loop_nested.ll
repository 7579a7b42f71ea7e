; Two nested loops, the inner count depends on the outer index: sum over i < n, j < i of x*x = n(n-1)/2 x^2.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x, i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi double [ 0.0, %entry ], [ %s.inner, %latch ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %inner, label %exit
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %body ]
  %s.inner = phi double [ %s, %outer ], [ %s.next, %body ]
  %inside = icmp slt i32 %j, %i
  br i1 %inside, label %body, label %latch
body:
  %q = fmul double %x, %x
  %s.next = fadd double %s.inner, %q
  %j.next = add i32 %j, 1
  br label %inner
latch:
  %i.next = add i32 %i, 1
  br label %outer
exit:
  ret double %s
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0, ptr @enzyme_const, i32 4)
  call void @expect(double %g, double 36.0)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 3.0, double 0.5, ptr @enzyme_const, i32 4)
  call void @expect(double %t, double 18.0)
  %z = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0, ptr @enzyme_const, i32 0)
  call void @expect(double %z, double 0.0)
  ret i32 0
}
