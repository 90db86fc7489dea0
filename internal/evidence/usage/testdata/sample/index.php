<p>It's use No\Such; <?php
namespace Acme\Shop;
use Symfony\Component\HttpFoundation\{Request, Response as Answer};
use function GuzzleHttp\Psr7\stream_for;
use Acme\Core\Thing;
use Unused\Name, Other\Used;
require_once __DIR__ . '/vendor/autoload.php';
# use No\Such;
#[Used]
class A {
    use SomeTrait;
    public function go(Request $request) {
        $f = function () use ($request) { return "use No\\Such; {$request->get('x')}"; };
        $doc = <<<EOT
        use No\Such; it's
        EOT;
        $this->client = new \GuzzleHttp\Client();
        return new Answer(\strlen(stream_for('x')), \PDO::FETCH_ASSOC);
    }
}
?>
use No\More;
