declare void @llvm.coro.resume(ptr)
declare void @resume(ptr)

define void @broken(ptr %frame) {
  call void @llvm.coro.resume(ptr %frame)
  ret void
}

define void @sound(ptr %frame) {
  call void @resume(ptr %frame)
  ret void
}
