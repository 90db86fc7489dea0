package app

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// share lets other processes of the same user listen on the address of a socket.
func share(_, _ string, socket syscall.RawConn) error {
	return control(socket, func(fd int) error { return unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1) })
}

// steerAway has the kernel give new connections to the second of the sockets that share the
// address, which is that of the newer process. While there is no second one the first gets them.
func steerAway(l *net.TCPListener) error {
	socket, err := l.SyscallConn()
	if err != nil {
		return err
	}
	second := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: 1}
	return control(socket, func(fd int) error {
		return unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_REUSEPORT_CBPF, &unix.SockFprog{Len: 1, Filter: &second})
	})
}

func control(socket syscall.RawConn, do func(fd int) error) (err error) {
	if failed := socket.Control(func(fd uintptr) { err = do(int(fd)) }); failed != nil {
		return failed
	}
	return err
}
