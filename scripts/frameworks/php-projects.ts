/** What a project with Symfony or Laravel has besides the recipe, as small as can be. */

export const TABLES = `<?php
require '<package>/autoload.php';
(new CollectionsContract\\PdoStore(new PDO(getenv('DATABASE_URL'))))
    ->migrate('CREATE TABLE payment (id BIGINT, amount BIGINT)');
`;
export const SYMFONY = `<?php
ini_set('display_errors', '0');
foreach (['Bundle/FrameworkBundle', 'Component/Config', 'Component/HttpFoundation'] as $part) {
    require_once "Symfony/$part/autoload.php";
}
require __DIR__ . '/../vendor/autoload.php';
require __DIR__ . '/../src/Controller/PaymentController.php';

use App\\Controller\\PaymentController;
use Symfony\\Bundle\\FrameworkBundle\\FrameworkBundle;
use Symfony\\Bundle\\FrameworkBundle\\Kernel\\MicroKernelTrait;
use Symfony\\Component\\DependencyInjection\\Loader\\Configurator\\ContainerConfigurator;
use Symfony\\Component\\HttpFoundation\\Request;
use Symfony\\Component\\HttpKernel\\Kernel;
use Symfony\\Component\\Routing\\Loader\\Configurator\\RoutingConfigurator;

final class AppKernel extends Kernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle()];
    }

    protected function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension('framework', ['secret' => 'made up']);
        $container->services()->set(PaymentController::class)->public()->tag('controller.service_arguments');
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('payments', '/hooks/payments')->controller(PaymentController::class);
    }
}
$request = Request::createFromGlobals();
(new AppKernel('prod', false))->handle($request)->send();
`;
const LARAVEL_APP = `<?php
ini_set('display_errors', '0');
require_once 'Illuminate/autoload.php';
require_once __DIR__ . '/../vendor/autoload.php';


$app = new Illuminate\\Foundation\\Application(dirname(__DIR__));
$handler = Illuminate\\Foundation\\Exceptions\\Handler::class;
$app->singleton(Illuminate\\Contracts\\Debug\\ExceptionHandler::class, $handler);

return $app;
`;
export const LARAVEL = `<?php
$app = require __DIR__ . '/../bootstrap/app.php';

use Illuminate\\Foundation\\Http\\Kernel;
use Illuminate\\Http\\Request;
use Illuminate\\Support\\Facades\\Route;

$kernel = $app->make(Kernel::class);
$kernel->bootstrap();
Route::prefix('api')->group(__DIR__ . '/../routes/api.php');
$kernel->handle(Request::capture())->send();
`;
export const LARAVEL_CONFIG = {
  "config/app.php": `<?php return ['env' => 'production', 'timezone' => 'UTC', 'locale' => 'en', 'aliases' => [],
    'key' => str_repeat('k', 32), 'cipher' => 'AES-256-CBC', 'providers' => [
        Illuminate\\Cache\\CacheServiceProvider::class, Illuminate\\Encryption\\EncryptionServiceProvider::class,
        Illuminate\\Queue\\QueueServiceProvider::class, Illuminate\\Bus\\BusServiceProvider::class,
        Illuminate\\Database\\DatabaseServiceProvider::class,
        Illuminate\\Filesystem\\FilesystemServiceProvider::class]];\n`,
  "config/services.php": "<?php return ['webhook' => ['secret' => getenv('WEBHOOK_SECRET')]];\n",
  "config/logging.php": "<?php return ['default' => 'stderr', 'channels' => ['stderr' => ['driver' => 'errorlog']]];\n",
  "config/database.php": `<?php return ['default' => 'pgsql', 'connections' => ['pgsql' => [
    'driver' => 'pgsql', 'prefix' => '',
    'host' => '127.0.0.1', 'port' => getenv('PGPORT'), 'username' => 'inbox', 'password' => '', 'charset' => 'utf8',
    'database' => getenv('PGDATABASE')]]];\n`,
  "bootstrap/cache/.keep": "",
  "bootstrap/app.php": LARAVEL_APP,
};
/** What \`artisan queue:work\` does, without the commands that Debian leaves out. */
export const LARAVEL_WORKER = `<?php
$app = require __DIR__ . '/bootstrap/app.php';
$app->make(Illuminate\\Foundation\\Http\\Kernel::class)->bootstrap();
$app->make('queue.worker')->daemon('database', 'default', new Illuminate\\Queue\\WorkerOptions(sleep: 1, maxTries: 0));
`;
export const JOBS = `<?php
(new PDO(getenv('DATABASE_URL')))->exec('CREATE TABLE jobs (id BIGSERIAL PRIMARY KEY, queue TEXT, payload TEXT,
    attempts INT, reserved_at INT, available_at INT, created_at INT)');
`;
