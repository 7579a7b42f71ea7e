; A module without derivative call comes out as it went in.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; CHECK: define double @f(double %x) #0 {
; CHECK-NEXT:   %unused = fadd double %x, 0.000000e+00
; CHECK-NEXT:   %r = fmul double %x, %x
; CHECK-NEXT:   ret double %r
; CHECK-NEXT: }
; CHECK: attributes #0 = { noinline optnone }

define double @f(double %x) #0 {
  %unused = fadd double %x, 0.0
  %r = fmul double %x, %x
  ret double %r
}

attributes #0 = { noinline optnone }
