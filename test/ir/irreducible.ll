; A cycle with two entries: a doubles, b squares.
; Entered at b with one repetition: ((x^2) * 2)^2 = 4 x^4, slope 16 x^3.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x, i1 %start, i32 %n) {
entry:
  br i1 %start, label %a, label %b
a:
  %va = phi double [ %x, %entry ], [ %sq, %b ]
  %ia = phi i32 [ 0, %entry ], [ %ib, %b ]
  %dbl = fmul double %va, 2.0
  br label %b
b:
  %vb = phi double [ %x, %entry ], [ %dbl, %a ]
  %i = phi i32 [ 0, %entry ], [ %ia, %a ]
  %sq = fmul double %vb, %vb
  %ib = add i32 %i, 1
  %again = icmp sle i32 %ib, %n
  br i1 %again, label %a, label %exit
exit:
  ret double %sq
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 1.5, ptr @enzyme_const, i1 false, ptr @enzyme_const, i32 1)
  call void @expect(double %g, double 54.0)
  %h = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 1.5, double 1.0, ptr @enzyme_const, i1 true, ptr @enzyme_const, i32 0)
  call void @expect(double %h, double 12.0)
  ret i32 0
}
