; Which bytes of which value the bytes of integers, vectors and pointers are.
;
; RUN: enzcc-opt --dump=provenance %s 2>&1 | FileCheck %s

declare i64 @llvm.bswap.i64(i64)
declare i64 @llvm.fshl.i64(i64, i64, i64)

; Two floats in one integer, taken out again with another sign.
; CHECK-LABEL: provenance in halves
define float @halves(float %x, float %y) {
  %a = bitcast float %x to i32
  %b = bitcast float %y to i32
  %low = zext i32 %a to i64
  %wide = zext i32 %b to i64
  %high = shl nuw i64 %wide, 32
  %both = or i64 %high, %low
; CHECK:      %both = or
; CHECK-NEXT:   bytes 0-3: bytes 0-3 of float %x
; CHECK-NEXT:   bytes 4-7: bytes 0-3 of float %y
  %flipped = xor i64 %both, -9223372036854775808
; CHECK:      %flipped = xor
; CHECK-NEXT:   bytes 0-3: bytes 0-3 of float %x
; CHECK-NEXT:   bytes 4-7: bytes 0-3 of float %y, sign flipped
  %down = lshr i64 %flipped, 32
; CHECK:      %down = lshr
; CHECK-NEXT:   bytes 0-3: bytes 0-3 of float %y, sign flipped
; CHECK-NEXT:   bytes 4-7: constant 0
  %part = trunc i64 %down to i32
  %cleared = and i32 %part, 2147483647
; CHECK:      %cleared = and
; CHECK-NEXT:   bytes 0-3: bytes 0-3 of float %y, sign cleared
  %r = bitcast i32 %cleared to float
  ret float %r
}

; Real arithmetic is a source of its own, and so is all above a carry.
; CHECK-LABEL: provenance in arithmetic
define i64 @arithmetic(double %x, i64 %n) {
  %b = bitcast double %x to i64
  %half = lshr i64 %b, 4
; CHECK-NOT:  %half = lshr
  %n0 = shl i64 %n, 48
  %sum = add i64 %b, %n0
; CHECK:      %sum = add
; CHECK-NEXT:   bytes 0-5: bytes 0-5 of double %x
; CHECK-NEXT:   bytes 6-7: bytes 6-7 of   %sum
  %r = xor i64 %sum, %half
; CHECK-NOT:  %r = xor
  ret i64 %r
}

; Bytes in opposite order, and round again.
; CHECK-LABEL: provenance in orders
define i64 @orders(double %x, double %y) {
  %a = bitcast double %x to i64
  %b = bitcast double %y to i64
  %back = call i64 @llvm.bswap.i64(i64 %a)
; CHECK:      %back = call
; CHECK-NEXT:   byte 0: byte 7 of double %x
; CHECK:        byte 7: byte 0 of double %x
  %again = call i64 @llvm.bswap.i64(i64 %back)
; CHECK:      %again = call
; CHECK-NEXT:   bytes 0-7: bytes 0-7 of double %x
  %f = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 24)
; CHECK:      %f = call
; CHECK-NEXT:   bytes 0-2: bytes 5-7 of double %y
; CHECK-NEXT:   bytes 3-7: bytes 0-4 of double %x
  %r = add i64 %again, %f
  ret i64 %r
}

; Shuffled bytes.
; CHECK-LABEL: provenance in lanes
define i64 @lanes(<2 x double> %v, i32 %n) {
  %bytes = bitcast <2 x double> %v to <16 x i8>
  %s = shufflevector <16 x i8> %bytes, <16 x i8> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
; CHECK:      %s = shufflevector
; CHECK-NEXT:   bytes 0-7: bytes 8-15 of <2 x double> %v
  %words = bitcast <8 x i8> %s to <2 x i32>
  %w = insertelement <2 x i32> %words, i32 %n, i64 1
; CHECK:      %w = insertelement
; CHECK-NEXT:   bytes 0-3: bytes 8-11 of <2 x double> %v
; CHECK-NEXT:   bytes 4-7: bytes 0-3 of i32 %n
  %r = bitcast <2 x i32> %w to i64
  ret i64 %r
}

; A phi of equal bytes is no source of them, whatever way they came; one of different bytes is.
; CHECK-LABEL: provenance in merges
define double @merges(double %x, double %y, i64 %n) {
entry:
  %a = bitcast double %x to i64
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %kept = phi i64 [ %a, %entry ], [ %same, %head ]
; CHECK:      %kept = phi
; CHECK-NEXT:   bytes 0-7: bytes 0-7 of double %x
  %moving = phi i64 [ %a, %entry ], [ %other, %head ]
  %high = and i64 %kept, -4294967296
  %low = and i64 %kept, 4294967295
  %same = or i64 %high, %low
; CHECK:      %same = or
; CHECK-NEXT:   bytes 0-7: bytes 0-7 of double %x
  %b = bitcast double %y to i64
  %even = icmp eq i64 %i, 4
  %other = select i1 %even, i64 %b, i64 %moving
; CHECK-NOT:  %other = select
  %next = add i64 %i, 1
  %go = icmp ult i64 %next, %n
  br i1 %go, label %head, label %end
end:
; CHECK:      %r = bitcast i64 %moving to double
; CHECK-NEXT:   bytes 0-7: bytes 0-7 of   %moving = phi
  %r = bitcast i64 %moving to double
  %q = bitcast i64 %same to double
  %s = fadd double %r, %q
  ret double %s
}

; A number among pointers.
; CHECK-LABEL: provenance in pointers
define double @pointers(double %x, ptr %p, i1 %c) {
  %a = bitcast double %x to i64
  %q = inttoptr i64 %a to ptr
; CHECK:      %q = inttoptr
; CHECK-NEXT:   bytes 0-7: bytes 0-7 of double %x
  %b = ptrtoint ptr %q to i64
  %r = bitcast i64 %b to double
; CHECK:      %r = bitcast
; CHECK-NEXT:   bytes 0-7: bytes 0-7 of double %x
  ret double %r
}
