; A struct of a pointer and a number, with padding behind an integer, is stored as one value.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)
declare ptr @malloc(i64)
declare void @free(ptr)

@enzyme_dup = external global i32

%both = type { ptr, double, i32 }

define internal void @put(ptr %to, ptr %p, double %w, i32 %k) noinline {
  %a = insertvalue %both poison, ptr %p, 0
  %b = insertvalue %both %a, double %w, 1
  %c = insertvalue %both %b, i32 %k, 2
  store %both %c, ptr %to
  ret void
}

; x * x * sin(x) by way of memory
define double @f(ptr %x) {
  %block = call ptr @malloc(i64 24)
  %v = load double, ptr %x
  %s = call double @llvm.sin.f64(double %v)
  call void @put(ptr %block, ptr %x, double %s, i32 2)
  %p = load ptr, ptr %block
  %y = load double, ptr %p
  %at.w = getelementptr i8, ptr %block, i64 8
  %w = load double, ptr %at.w
  %q = fmul double %y, %w
  %r = fmul double %q, %v
  call void @free(ptr %block)
  ret double %r
}

declare double @llvm.sin.f64(double)
declare double @llvm.cos.f64(double)

define i32 @main() {
  %x = alloca double
  %d = alloca double
  %t = alloca double
  store double 0.7, ptr %x
  store double 0.0, ptr %d
  store double 1.0, ptr %t
  %dup = load i32, ptr @enzyme_dup
  call double (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %dup, ptr %x, ptr %d)
  %g = load double, ptr %d
  %h = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, i32 %dup, ptr %x, ptr %t)
  %s = call double @llvm.sin.f64(double 0.7)
  %c = call double @llvm.cos.f64(double 0.7)
  %a = fmul double %s, 1.4
  %b = fmul double %c, 0.49
  %want = fadd double %a, %b
  call void @expect(double %g, double %want)
  call void @expect(double %h, double %want)
  ret i32 0
}
