! What is left to the library: allocation with a source, shifts, masks, complex products; and calls
! by the dynamic type of an argument.
module library
  use iso_c_binding
  implicit none
  type, abstract :: shape
  contains
    procedure(area_i), deferred :: area
  end type
  type, extends(shape) :: square
    real(8) :: s
  contains
    procedure :: area => square_area
  end type
  abstract interface
    function area_i(this) result(a)
      import
      class(shape), intent(in) :: this
      real(8) :: a
    end function
  end interface
contains
  function square_area(this) result(a)
    class(square), intent(in) :: this
    real(8) :: a
    a = this%s**2
  end function
  function total(c) result(a)
    class(shape), intent(in) :: c
    real(8) :: a
    a = 2 * c%area()
  end function
  real(c_double) function poly(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    type(square) :: s
    s%s = x(1) * x(2)
    poly = total(s)
  end function
  real(c_double) function source(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double), allocatable :: a(:), b(:), t(:)
    real(c_double), pointer :: p(:, :)
    real(c_double), target :: v(n)
    allocate(a, source=x)
    allocate(b(n), source=2 * x(1))
    allocate(t(2 * n), mold=a)
    t(1:n) = a
    t(n+1:) = b * a
    call move_alloc(t, a)
    v = x
    p(1:2, 1:n/2) => v
    p = p * p
    source = sum(a**2) + sum(p(1, :)) * p(2, 2)
  end function
  real(c_double) function shifts(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: a(2, 4), b(2, 4)
    integer :: k(3), i
    logical :: m(2, 4)
    complex(c_double) :: z(4), w(2, 2)
    character(len=8) :: name
    a = reshape(x, [2, 4])
    b = cshift(a, 1, dim=2) * a + cshift(a, 1) * eoshift(a, -1, boundary=0.3d0, dim=2)
    b = b + cshift(a, [1, 0, 1, 0], 1)
    b(1, :) = b(1, :) + eoshift(x(1:4), 1)
    m = a > 0.5d0
    b = b + unpack(x(1:count(m)), m, a * a)
    k = [3, 1, 2]
    z = cmplx(x(1:4), x(5:8), c_double)
    w = matmul(reshape(z, [2, 2]), reshape(z * z, [2, 2]))
    name = 'square'
    select case (trim(name))
    case ('square')
      shifts = sum(b**2)
    case default
      shifts = 0
    end select
    shifts = shifts + abs(sum(w)) + real(dot_product(z(1:2), w(:, 1))) * sum(k) + maxval(k) &
             + sum(sum(reshape([1, 2, 3, 4], [2, 2]), 1)) + norm2(x(1:3))
    i = index(name, 'q')
    shifts = shifts * i + sum(norm2(a, 1))
  end function
end module
