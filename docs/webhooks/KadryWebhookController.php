<?php

// A Laravel controller that receives kadry's webhooks.
//
// routes/api.php:       Route::post('/mcp-webhook-receiver', KadryWebhookController::class);
// config/services.php:  'kadry' => ['secrets' => array_filter(explode(' ', env('WEBHOOK_SECRETS', '')))],
//
// WEBHOOK_SECRETS holds the secret, or two separated by a space while it is changed.

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Log;

final class KadryWebhookController
{
    private const TOLERANCE = 5 * 60; // seconds
    private const REMEMBERED = 2 * 24 * 60 * 60; // seconds; longer than kadry tries

    public function __invoke(Request $request): Response
    {
        $body = $request->getContent(); // the bytes as they arrived, not $request->all()
        if (! $this->verify($request, $body, config('services.kadry.secrets'), time())) {
            return new Response('', 401);
        }
        $key = 'kadry-webhook:'.$request->header('webhook-id');
        if (! Cache::add($key, true, self::REMEMBERED)) {
            return new Response('', 200); // a repetition; it was done the first time
        }
        try {
            $this->handle(json_decode($body, true, 64, JSON_THROW_ON_ERROR));
        } catch (\Throwable $e) {
            Cache::forget($key);
            throw $e; // answers 500, and the event will come again
        }
        return new Response('', 204);
    }

    /** Tells whether a request comes from kadry. */
    private function verify(Request $request, string $body, array $secrets, int $now): bool
    {
        $id = (string) $request->header('webhook-id', '');
        $timestamp = (string) $request->header('webhook-timestamp', '');
        if ($id === '' || ! preg_match('/^[0-9]{1,12}$/D', $timestamp) || abs($now - (int) $timestamp) > self::TOLERANCE) {
            return false;
        }
        $fits = false;
        foreach ($secrets as $secret) {
            $mac = hash_hmac('sha256', "$id.$timestamp.$body", $this->keyOf($secret), true);
            $want = 'v1,'.base64_encode($mac);
            foreach (explode(' ', (string) $request->header('webhook-signature', '')) as $given) {
                $fits = hash_equals($want, $given) || $fits;
            }
        }
        return $fits;
    }

    /** What follows whsec_ is base64, anything else is the key as it stands. */
    private function keyOf(string $secret): string
    {
        if (! str_starts_with($secret, 'whsec_')) {
            return $secret;
        }
        $key = base64_decode(substr($secret, strlen('whsec_')), true);
        if ($key === false) {
            throw new \RuntimeException('The secret after whsec_ is not base64.');
        }
        return $key;
    }

    private function handle(array $event): void
    {
        match ($event['type']) {
            'question' => Log::info('ask the candidate: '.$event['question']),
            'end' => Log::info('finished with '.$event['analysis_result']['overall_score']),
            'error' => Log::info('failed: '.$event['message']),
            default => null, // a type of a later version
        };
    }
}
