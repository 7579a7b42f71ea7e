; Parameters that get the same integer from every call in the program become that: also where a
; recursive call hands the parameter on, not where calls differ or the address is taken.
;
; RUN: enzcc-opt --dump=prepare -S %s -o %t.ll 2> %t.txt
; RUN: FileCheck %s < %t.txt
; RUN: %run %t.ll
; CHECK-NOT: {{(different|taken)}}{{.*}}: constant_arguments
; CHECK-DAG: prepare {{.*}}alike{{.*}}: constant_arguments: 1
; CHECK-DAG: prepare {{.*}}handed{{.*}}: constant_arguments: 1
; CHECK-NOT: {{(different|taken)}}{{.*}}: constant_arguments

declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)
@table = global ptr @taken

define internal double @alike(double %x, i32 %n) noinline {
  %m = sitofp i32 %n to double
  %y = fmul double %x, %m
  ret double %y
}

define internal double @different(double %x, i32 %n) noinline {
  %m = sitofp i32 %n to double
  %y = fmul double %x, %m
  ret double %y
}

define internal double @taken(double %x, i32 %n) noinline {
  %m = sitofp i32 %n to double
  %y = fmul double %x, %m
  ret double %y
}

; x^(depth) * n, where n is handed on.
define internal double @handed(double %x, i32 %depth, i32 %n) noinline {
  %end = icmp eq i32 %depth, 0
  br i1 %end, label %last, label %more
last:
  %m = sitofp i32 %n to double
  ret double %m
more:
  %less = sub i32 %depth, 1
  %inner = call double @handed(double %x, i32 %less, i32 %n)
  %y = fmul double %x, %inner
  ret double %y
}

define double @f(double %x) {
  %a = call double @alike(double %x, i32 3)
  %b = call double @alike(double %a, i32 3)
  %c = call double @different(double %b, i32 5)
  %d = call double @different(double %c, i32 7)
  %e = call double @taken(double %d, i32 2)
  %g = call double @handed(double %x, i32 2, i32 11)
  %s = fadd double %e, %g
  ret double %s
}

define i32 @main() {
  %other = load ptr, ptr @table
  %seven = call double %other(double 1.0, i32 7)
  call void @expect(double %seven, double 7.0)
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0)
  ; 3 * 3 * 5 * 7 * 2 + 2 * 11 * x
  call void @expect(double %g, double 674.0)
  ret i32 0
}
