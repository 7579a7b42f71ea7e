! Modules, derived types, kinds of procedures.
module units
  use iso_c_binding
  implicit none
  integer, parameter :: dp = c_double
  type particle
    real(dp) :: position(3), velocity(3), mass
  end type
  type field
    integer :: n = 0
    real(dp), allocatable :: u(:, :), flux(:, :)
  end type
  real(dp), save :: gravity = 9.81_dp
  real(dp), allocatable, save :: work(:)
  abstract interface
    function law(x) result(y)
      import dp
      real(dp), intent(in) :: x
      real(dp) :: y
    end function
  end interface
  interface norm
    module procedure norm_of_vector, norm_of_matrix
  end interface
contains
  real(dp) function norm_of_vector(x)
    real(dp), intent(in) :: x(:)
    norm_of_vector = sqrt(dot_product(x, x))
  end function

  real(dp) function norm_of_matrix(x)
    real(dp), intent(in) :: x(:, :)
    norm_of_matrix = sqrt(sum(x * x))
  end function

  elemental real(dp) function soft(x, slope)
    real(dp), intent(in) :: x
    real(dp), intent(in), optional :: slope
    if (present(slope)) then
      soft = log(1 + exp(slope * x)) / slope
    else
      soft = log(1 + exp(x))
    end if
  end function

  real(dp) function cube(x) result(y)
    real(dp), intent(in) :: x
    y = x**3
  end function

  real(dp) function applied(f, x)
    procedure(law) :: f
    real(dp), intent(in) :: x
    applied = f(x) + f(2 * x)
  end function

  real(dp) function overloaded(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    overloaded = norm(x(1:n:2)) + norm(reshape(x, [2, n / 2])) + sum(soft(x)) &
                 + sum(soft(x, 2.0_dp)) + applied(cube, x(2)) + inner(x(3))
  contains
    real(dp) function inner(y)
      real(dp), intent(in) :: y
      inner = y * x(1) ! of the procedure around
    end function
  end function

  real(dp) function orbits(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    type(particle) :: bodies(2), before(2)
    integer :: i, step
    do i = 1, 2
      bodies(i)%position = x(3*i-2:3*i)
      bodies(i)%velocity = [0.1_dp, x(7), x(8)] * i
      bodies(i)%mass = 1 + x(i)
    end do
    before = bodies
    do step = 1, 5
      call kick(bodies, 0.01_dp)
    end do
    orbits = norm(bodies(1)%position - before(2)%position) + sum(bodies%mass * bodies%velocity(2))
  end function

  subroutine kick(bodies, dt)
    type(particle), intent(inout) :: bodies(:)
    real(dp), intent(in) :: dt
    real(dp) :: d(3)
    integer :: i, j
    do i = 1, size(bodies)
      do j = 1, size(bodies)
        if (i == j) cycle
        d = bodies(j)%position - bodies(i)%position
        bodies(i)%velocity = bodies(i)%velocity &
                             + gravity * dt * bodies(j)%mass * d / (norm(d)**3 + 0.1_dp)
      end do
    end do
    do i = 1, size(bodies)
      bodies(i)%position = bodies(i)%position + dt * bodies(i)%velocity
    end do
  end subroutine

  real(dp) function diffusion(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    type(field) :: f
    integer :: step
    f%n = n
    allocate(f%u(n, n), f%flux(n, n))
    f%u = spread(x, 2, n)
    f%flux = 0
    do step = 1, 4
      call advance(f, 0.1_dp)
    end do
    diffusion = sum(f%u**2) + maxval(f%u)
  end function

  subroutine advance(f, dt)
    type(field), intent(inout) :: f
    real(dp), intent(in) :: dt
    integer :: i, j
    do j = 2, f%n - 1
      do i = 2, f%n - 1
        f%flux(i, j) = f%u(i-1, j) + f%u(i+1, j) + f%u(i, j-1) + f%u(i, j+1) - 4 * f%u(i, j)
      end do
    end do
    associate (inside => f%u(2:f%n-1, 2:f%n-1))
      inside = inside + dt * f%flux(2:f%n-1, 2:f%n-1) * inside
    end associate
  end subroutine

  ! State of the module that the call itself sets.
  real(dp) function saved(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    if (allocated(work)) deallocate(work)
    allocate(work(n))
    work = x * 2
    call grow
    saved = sum(work)
    deallocate(work)
  end function

  subroutine grow
    work = work * work + work(1)
  end subroutine

  recursive real(dp) function binary(x, n) result(y) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    if (n == 1) then
      y = exp(x(1))
    else
      y = binary(x, n / 2) * binary(x(n/2+1:), n - n / 2) + x(n)
    end if
  end function

  ! Prints, which has no derivative; each call does it, which is why it prints nothing here.
  real(dp) function printed(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    character(len=40) :: line
    if (x(1) > 100) print '(a, f8.3, es12.4)', 'large', x(1), x(2:3)
    write (line, '(f6.3)') x(1)
    if (len_trim(line) == 0) stop 'nothing was written'
    printed = x(1) * x(2)
    if (printed /= printed) error stop 'not a number'
  end function

  real(dp) function concurrent(x, n) bind(c)
    integer(c_int), value :: n
    real(dp), intent(in) :: x(n)
    real(dp) :: y(n)
    integer :: i
    do concurrent (i = 1:n)
      y(i) = x(i) * x(n + 1 - i)
    end do
    forall (i = 1:n-1) y(i) = y(i) + y(i + 1)
    select case (int(10 * x(1)))
    case (:2)
      concurrent = y(1)
    case (3:5)
      concurrent = y(2) * y(3)
    case default
      concurrent = sum(y)
    end select
  end function
end module
