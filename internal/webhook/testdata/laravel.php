<?php

// The few parts of Laravel that the sample controller touches, for PHP's own web server:
// php -S 127.0.0.1:PORT laravel.php. SAMPLE names the controller's file, CACHE a folder.

namespace Illuminate\Http {
    final class Request
    {
        public function getContent(): string
        {
            return file_get_contents('php://input');
        }

        public function header(string $name, ?string $default = null): ?string
        {
            return $_SERVER['HTTP_'.strtoupper(strtr($name, '-', '_'))] ?? $default;
        }
    }

    final class Response
    {
        public function __construct(public string $content = '', public int $status = 200)
        {
        }
    }
}

namespace Illuminate\Support\Facades {
    final class Cache
    {
        public static function add(string $key, mixed $value, int $seconds): bool
        {
            $file = @fopen(self::path($key), 'x');
            return $file !== false && fclose($file);
        }

        public static function forget(string $key): void
        {
            unlink(self::path($key));
        }

        private static function path(string $key): string
        {
            return getenv('CACHE').'/'.sha1($key);
        }
    }

    final class Log
    {
        public static function info(string $line): void
        {
            file_put_contents('php://stdout', $line."\n");
        }
    }
}

namespace {
    function config(string $name): array
    {
        if ($name !== 'services.kadry.secrets') {
            throw new LogicException($name);
        }
        return array_filter(explode(' ', getenv('WEBHOOK_SECRETS')));
    }

    require getenv('SAMPLE');
    try {
        $response = (new App\Http\Controllers\KadryWebhookController())(new Illuminate\Http\Request());
        http_response_code($response->status);
        echo $response->content;
    } catch (Throwable $e) {
        http_response_code(500);
        error_log((string) $e);
    }
}
