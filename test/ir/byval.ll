; A struct passed in memory: the gradient is accumulated into the shadow, the caller keeps its copy.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_dup = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

%big = type { double, double, double }

define double @f(ptr byval(%big) align 8 %s) {
  %p1 = getelementptr inbounds %big, ptr %s, i32 0, i32 1
  %a = load double, ptr %s
  %b = load double, ptr %p1
  %c = fmul double %a, %b
  store double %c, ptr %s
  %d = load double, ptr %s
  %e = fmul double %d, %d
  ret double %e
}

define i32 @main() {
  %s = alloca %big
  %ds = alloca %big
  store %big { double 2.0, double 3.0, double 4.0 }, ptr %s
  store %big { double 100.0, double 0.0, double 0.0 }, ptr %ds
  %unused = call double (ptr, ...) @__enzyme_autodiff(ptr @f, ptr @enzyme_dup, ptr byval(%big) align 8 %s, ptr byval(%big) align 8 %ds)
  %v = load double, ptr %s
  call void @expect(double %v, double 2.0)
  %g = load double, ptr %ds
  call void @expect(double %g, double 136.0)
  %p = getelementptr double, ptr %ds, i64 1
  %h = load double, ptr %p
  call void @expect(double %h, double 24.0)
  ret i32 0
}
