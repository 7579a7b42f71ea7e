# formula.rb FORMULA PREFIX FOLDER: evaluates a formula with as much of Homebrew's language as it
# uses, and runs its test in FOLDER, where `bin` is PREFIX/bin.
require "pathname"

class Pathname
  def write(text)
    File.write(to_s, text)
  end
end

class Formula
  class << self
    attr_reader :fields, :needs, :check

    def inherited(formula)
      formula.instance_eval do
        @fields = {}
        @needs = []
      end
      @defined = formula
    end
    attr_reader :defined

    %w[desc homepage url version sha256 license].each do |name|
      define_method(name) { |value| @fields[name] = value }
    end

    def depends_on(what)
      @needs << what
    end

    def test(&block)
      @check = block
    end
  end

  def initialize(prefix, folder)
    @prefix = Pathname.new(prefix)
    @folder = Pathname.new(folder)
  end

  def bin
    @prefix/"bin"
  end

  def testpath
    @folder
  end

  def system(*words)
    Dir.chdir(@folder) { Kernel.system(*words.map(&:to_s)) } || raise("failed: #{words.join(" ")}")
  end

  def run_test
    instance_eval(&self.class.check)
  end
end

load ARGV[0]
formula = Formula.defined
%w[desc homepage url version sha256 license].each do |name|
  formula.fields[name] || raise("no #{name}")
end
raise "a description as brew audit wants none" if formula.fields["desc"] =~ /\.$|\A(an?|the) /i
raise "no install" unless formula.method_defined?(:install)
raise "dependencies that are not in order" unless
  formula.needs.reject { |n| n.is_a?(Hash) }.each_cons(2).all? { |a, b| a.to_s <= b.to_s }
formula.new(ARGV[1], ARGV[2]).run_test
