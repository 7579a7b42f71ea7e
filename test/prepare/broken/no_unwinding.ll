declare i32 @__gxx_personality_v0(...)
declare void @may_throw()

define void @broken() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw() to label %done unwind label %pad
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
done:
  ret void
}

define void @sound() {
  call void @may_throw()
  ret void
}
