; Only what depends on an active input and reaches an active output is active:
; %dead reaches no output, %fixed and %k depend on no input, a comparison stops
; derivatives.
;
; RUN: enzcc-opt --dump=activity %s 2>&1 | FileCheck %s
; CHECK-LABEL: activity of {{.*}}f
; CHECK-NOT:     useful: {{.*}}%fixed
; CHECK-NOT:     varied{{.*}}%fixed = 
; CHECK-NOT:     varied{{.*}}%k = 
; CHECK-NOT:     varied{{.*}}%flag = 
; CHECK:         varied,useful: {{.*}}%a = fmul
; CHECK-NOT:     varied{{.*}}%flag = 

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @print(double) inaccessiblememonly

define double @f(double %x, double %c, ptr %log) {
  %fixed = fmul double %c, %c
  %k = load double, ptr %log
  %dead = fadd double %x, %k
  store double %dead, ptr %log
  %a = fmul double %x, %fixed
  %b = fmul double %a, %k
  %flag = fcmp ogt double %b, 1.0
  %r = select i1 %flag, double %b, double %a
  ret double %r
}

define double @main(ptr %log) {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 1.0, ptr @enzyme_const, double 2.0, ptr @enzyme_const, ptr %log)
  ret double %g
}
